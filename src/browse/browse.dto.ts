import { ApiProperty } from '@nestjs/swagger';
import { COUNT } from '../common/openapi';
import { QueryInt } from '../common/validation/query.decorators';
import type { PlatformAlbum } from '../platform/answers/album';
import { AlbumSummaryResponse, toAlbumSummary } from '../platform/answers/album-summary.dto';
import type { PlatformCategory } from '../platform/answers/browse';
import type { PlatformPlaylist } from '../platform/answers/playlist';

export class BrowseQuery {
  @QueryInt({ min: 1, max: 50, default: 20 })
  limit = 20;
}

export class CategoriesQuery {
  @QueryInt({ min: 1, max: 50, default: 50 })
  limit = 50;
}

export class NewReleaseResponse extends AlbumSummaryResponse {
  @ApiProperty({ description: 'album, single or compilation', example: 'album' })
  type: string;
}

export class NewReleasesResponse {
  @ApiProperty({ type: [NewReleaseResponse] })
  items: NewReleaseResponse[];
}

export class FeaturedPlaylistResponse {
  @ApiProperty()
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty()
  description: string;

  @ApiProperty({ description: 'Address of the cover; empty without one' })
  image: string;

  @ApiProperty(COUNT)
  tracks_total: number;

  @ApiProperty({ description: 'Name of whoever keeps it' })
  owner: string;
}

export class FeaturedPlaylistsResponse {
  @ApiProperty({ description: 'The platform’s headline over them' })
  message: string;

  @ApiProperty({ type: [FeaturedPlaylistResponse] })
  items: FeaturedPlaylistResponse[];
}

export class CategoryResponse {
  @ApiProperty()
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ description: 'Address of its picture; empty without one' })
  image: string;
}

export class CategoriesResponse {
  @ApiProperty({ type: [CategoryResponse] })
  items: CategoryResponse[];
}

export function toNewRelease(album: PlatformAlbum): NewReleaseResponse {
  return { ...toAlbumSummary(album), type: album.albumType };
}

export function toFeaturedPlaylist(playlist: PlatformPlaylist): FeaturedPlaylistResponse {
  return {
    id: playlist.platformId,
    name: playlist.name,
    description: playlist.description,
    image: playlist.images[0]?.url ?? '',
    tracks_total: playlist.totalTracks,
    owner: playlist.ownerName || playlist.ownerId,
  };
}

export function toCategory({ id, name, imageUrl }: PlatformCategory): CategoryResponse {
  return { id, name, image: imageUrl };
}
