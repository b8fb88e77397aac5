import { ApiProperty } from '@nestjs/swagger';
import { COUNT } from '../../common/openapi';
import type { PlatformAlbum } from './album';

/** An album of the platform, as its lists are passed on. */
export class AlbumSummaryResponse {
  @ApiProperty()
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ description: 'Their names, separated by commas' })
  artists: string;

  @ApiProperty({ description: 'Address of the cover; empty without one' })
  image: string;

  @ApiProperty({ description: 'YYYY-MM-DD; empty where it is unknown', example: '1999-05-31' })
  release_date: string;

  @ApiProperty(COUNT)
  total_tracks: number;
}

export function toAlbumSummary(album: PlatformAlbum) {
  return {
    id: album.platformId,
    name: album.name,
    artists: album.artists.map(({ name }) => name).join(', '),
    image: album.images[0]?.url ?? '',
    release_date: album.releaseDate,
    total_tracks: album.totalTracks,
  } satisfies AlbumSummaryResponse;
}
