import { ApiProperty } from '@nestjs/swagger';
import { COUNT, RANK } from '../../common/openapi';
import { ItemResponse } from '../item.dto';
import { PagedLensResponse } from '../paging';

const AT_LEAST_ONE = { type: 'integer', minimum: 1 } as const;

export class AlbumHeardResponse extends ItemResponse {
  @ApiProperty(RANK)
  rank: number;

  @ApiProperty({ ...AT_LEAST_ONE, description: 'How often you played it whole and in order, within a session' })
  heard_count: number;

  @ApiProperty({ description: 'The end of its last track then' })
  last_heard_at: Date;

  @ApiProperty({ type: 'integer', minimum: 3, description: 'Tracks of the album' })
  track_count: number;
}

export class AbandonedAlbumResponse extends ItemResponse {
  @ApiProperty({
    type: 'integer',
    minimum: 3,
    description: 'How often you played two tracks or more from its beginning',
  })
  start_count: number;

  @ApiProperty({ ...AT_LEAST_ONE, description: 'The number of the track after which you stopped most often' })
  stopped_after: number;

  @ApiProperty({ description: 'That track' })
  stopped_track_name: string;

  @ApiProperty({ description: 'The end of the first track when you last began it' })
  last_started_at: Date;
}

export class AlbumsHeardResponse extends PagedLensResponse {
  @ApiProperty({ type: [AlbumHeardResponse], description: 'The most often heard first' })
  items: AlbumHeardResponse[];

  @ApiProperty({
    type: [AbandonedAlbumResponse],
    description: 'Albums that you began three times or more and never heard whole, at most 50',
  })
  abandoned: AbandonedAlbumResponse[];

  @ApiProperty({ ...COUNT, description: 'Albums with fewer than 3 tracks, or whose tracks are not all known' })
  albums_without_order: number;
}
