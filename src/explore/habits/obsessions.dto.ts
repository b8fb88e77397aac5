import { ApiProperty } from '@nestjs/swagger';
import { COUNT, SHARE } from '../../common/openapi';
import { CountedItemResponse } from '../item.dto';
import { PagedLensResponse } from '../paging';
import { OBSESSION_KINDS, type ObsessionKind } from './obsessions.sql';

export class ObsessionResponse extends CountedItemResponse {
  @ApiProperty({ description: 'The end of its first play' })
  started_at: Date;

  @ApiProperty({ description: 'The end of its last play' })
  ended_at: Date;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'From its first to its last day' })
  days: number;

  @ApiProperty({ format: 'date', description: 'The day of most plays' })
  peak_day: string;

  @ApiProperty({ type: 'integer', minimum: 1 })
  peak_play_count: number;

  @ApiProperty({ ...SHARE, description: 'Of all plays from its start to its end, 4 decimals' })
  share: number;

  @ApiProperty({
    ...COUNT,
    description: 'Days from the peak until half of the plays after the peak day were played; 0 if there are none',
  })
  half_life_days: number;
}

export class ObsessionsResponse extends PagedLensResponse {
  @ApiProperty({ enum: OBSESSION_KINDS })
  of: ObsessionKind;

  @ApiProperty({ type: 'integer', minimum: 3, maximum: 1_000 })
  min_plays: number;

  @ApiProperty({ type: [ObsessionResponse], description: 'By plays' })
  items: ObsessionResponse[];
}
