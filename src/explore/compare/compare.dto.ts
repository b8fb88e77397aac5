import { ApiProperty } from '@nestjs/swagger';
import { COUNT, NULLABLE_DATE, SHARE } from '../../common/openapi';
import { CountedItemResponse } from '../item.dto';
import { ThroughLensResponse } from '../lens/lens.dto';
import { ITEM_KINDS, type ItemKind } from '../sql/items';
import { TotalsResponse } from '../totals/summary.dto';

const SIMILARITY = {
  ...SHARE,
  description: 'Cosine of the sums by artist, 4 decimals; 0 where one of them is empty',
} as const;

export class OtherRangeResponse {
  @ApiProperty({ ...NULLABLE_DATE, description: 'The first millisecond; null where it is open' })
  from: Date | null;

  @ApiProperty({ ...NULLABLE_DATE, description: 'The last millisecond; null where it is open' })
  to: Date | null;

  @ApiProperty({ type: String, nullable: true, description: 'Null where `other_from` or `other_to` was given' })
  period: string | null;
}

export class ComparedItemResponse extends CountedItemResponse {
  @ApiProperty({ ...SHARE, description: 'Of the measure’s whole through the lens, 4 decimals' })
  share: number;

  @ApiProperty(COUNT)
  other_play_count: number;

  @ApiProperty(COUNT)
  other_total_ms: number;

  @ApiProperty({ ...SHARE, description: 'Of the measure’s whole in the other range, 4 decimals' })
  other_share: number;

  @ApiProperty({ minimum: -1, maximum: 1, description: '`share` less `other_share`, 4 decimals' })
  share_change: number;
}

export class CompareResponse extends ThroughLensResponse {
  @ApiProperty()
  other: OtherRangeResponse;

  @ApiProperty({ enum: ITEM_KINDS })
  of: ItemKind;

  @ApiProperty({ description: 'Of the plays through the lens' })
  totals: TotalsResponse;

  @ApiProperty({ description: 'Of the plays in the other range' })
  other_totals: TotalsResponse;

  @ApiProperty(SIMILARITY)
  similarity: number;

  @ApiProperty({
    type: [ComparedItemResponse],
    description: 'In both, with a greater share now; greatest change first',
  })
  risers: ComparedItemResponse[];

  @ApiProperty({ type: [ComparedItemResponse], description: 'In both, with a lesser share now; greatest change first' })
  fallers: ComparedItemResponse[];

  @ApiProperty({ type: [ComparedItemResponse], description: 'Only through the lens, in rank order' })
  new: ComparedItemResponse[];

  @ApiProperty({ type: [ComparedItemResponse], description: 'Only in the other range, in the order of ranks there' })
  gone: ComparedItemResponse[];
}

export class SimilarYearsResponse extends ThroughLensResponse {
  @ApiProperty({ type: 'array', items: { type: 'integer' }, description: 'Years with plays, oldest first' })
  years: number[];

  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: SIMILARITY },
    description: 'Of each year with each, in their order; 1 on the diagonal',
  })
  similarity: number[][];
}
