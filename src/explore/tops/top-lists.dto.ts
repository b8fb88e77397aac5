import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { COUNT, RANK, SHARE } from '../../common/openapi';
import { CountedItemResponse } from '../item.dto';
import { PagedLensResponse } from '../paging';

export const MOVEMENTS = ['new', 'returned', 'up', 'down', 'same'] as const;
export type Movement = (typeof MOVEMENTS)[number];

class MovementResponse {
  @ApiProperty({
    enum: [...MOVEMENTS, null],
    nullable: true,
    description:
      '`new`: never played before the range; `returned`: played before, but not in the range before; else by the rank ' +
      'there. Null where no range is before',
  })
  movement: Movement | null;

  @ApiProperty({ ...RANK, nullable: true, description: 'In the range before; null where it was not played there' })
  previous_rank: number | null;

  @ApiProperty(COUNT)
  previous_play_count: number;

  @ApiProperty(COUNT)
  previous_total_ms: number;
}

export class RankedTopItemResponse extends IntersectionType(CountedItemResponse, MovementResponse) {
  @ApiProperty(RANK)
  rank: number;

  @ApiProperty({ ...SHARE, description: 'Of the measure’s whole through the lens, 4 decimals' })
  share: number;

  @ApiProperty()
  first_played_at: Date;

  @ApiProperty()
  last_played_at: Date;
}

export class TopItemsResponse extends PagedLensResponse {
  @ApiProperty({ type: [RankedTopItemResponse], description: 'In rank order' })
  items: RankedTopItemResponse[];
}
