import { ApiProperty } from '@nestjs/swagger';
import { COUNT, RANK } from '../../common/openapi';
import { CountedItemResponse } from '../item.dto';
import { ThroughLensResponse } from '../lens/lens.dto';
import { RANK_STEPS, RANKED_KINDS } from './ranks.query';

export class RanksItemResponse extends CountedItemResponse {
  @ApiProperty(RANK)
  rank: number;

  @ApiProperty({
    type: 'array',
    items: { ...RANK, nullable: true },
    description: 'By label: among all items of the bucket, null where it was not played',
  })
  ranks: (number | null)[];

  @ApiProperty({ type: 'array', items: COUNT, description: 'By label' })
  play_counts: number[];
}

export class RanksResponse extends ThroughLensResponse {
  @ApiProperty({ enum: RANKED_KINDS })
  of: (typeof RANKED_KINDS)[number];

  @ApiProperty({ enum: RANK_STEPS })
  step: (typeof RANK_STEPS)[number];

  @ApiProperty({ type: [String], description: 'Of the buckets, oldest first' })
  labels: string[];

  @ApiProperty({ type: [RanksItemResponse], description: 'The highest of the whole range, in rank order' })
  items: RanksItemResponse[];
}
