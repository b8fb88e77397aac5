import { ApiProperty } from '@nestjs/swagger';
import { COUNT, NULLABLE_DATE } from '../common/openapi';
import { QueryInt } from '../common/validation/query.decorators';
import type { PlatformArtist } from '../platform/answers/artist';
import { AlbumSummaryResponse, toAlbumSummary } from '../platform/answers/album-summary.dto';
import type { PlatformSavedAlbum } from '../platform/answers/library';

export class FollowedArtistsQuery {
  @QueryInt({ min: 1, max: 50, default: 50 })
  limit = 50;
}

export class SavedAlbumsQuery extends FollowedArtistsQuery {
  @QueryInt({ min: 0, default: 0, description: 'How many albums to leave out, from the one saved last' })
  offset = 0;
}

export class FollowedArtistResponse {
  @ApiProperty()
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ description: 'Address of a picture; empty without one' })
  image: string;

  @ApiProperty({ ...COUNT, description: '0 also where the platform does not tell this app' })
  followers: number;

  @ApiProperty({ type: [String] })
  genres: string[];
}

export class FollowedArtistsResponse {
  @ApiProperty({ type: [FollowedArtistResponse] })
  items: FollowedArtistResponse[];

  @ApiProperty({ ...COUNT, description: 'How many artists you follow' })
  total: number;
}

export class SavedAlbumResponse extends AlbumSummaryResponse {
  @ApiProperty({ ...NULLABLE_DATE, description: 'When you saved it' })
  added_at: Date | null;
}

export class SavedAlbumsResponse {
  @ApiProperty({ type: [SavedAlbumResponse] })
  items: SavedAlbumResponse[];

  @ApiProperty({ ...COUNT, description: 'How many albums you have saved' })
  total: number;

  @ApiProperty({ type: 'integer', minimum: 1 })
  limit: number;

  @ApiProperty(COUNT)
  offset: number;
}

export function toFollowedArtist(artist: PlatformArtist): FollowedArtistResponse {
  return {
    id: artist.platformId,
    name: artist.name,
    image: artist.images[0]?.url ?? '',
    followers: artist.followers,
    genres: artist.genres,
  };
}

export function toSavedAlbum({ album, addedAt }: PlatformSavedAlbum): SavedAlbumResponse {
  return { ...toAlbumSummary(album), added_at: addedAt };
}
