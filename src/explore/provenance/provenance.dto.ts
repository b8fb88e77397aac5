import { ApiProperty } from '@nestjs/swagger';
import { COUNT } from '../../common/openapi';
import { ThroughLensResponse } from '../lens/lens.dto';
import { CountsResponse } from '../totals/summary.dto';

class OriginResponse {
  @ApiProperty({ description: 'Where the plays came from' })
  origin: string;

  @ApiProperty(COUNT)
  play_count: number;
}

export class ProvenanceMonthResponse extends CountsResponse {
  @ApiProperty({ example: '2024-07' })
  label: string;

  @ApiProperty({ type: [OriginResponse], description: 'Those of the most plays first' })
  origins: OriginResponse[];

  @ApiProperty({ ...COUNT, description: 'Plays that were reported in two ways or more' })
  merged_count: number;

  @ApiProperty({ ...COUNT, description: 'Plays of which nobody has measured how long they lasted' })
  assumed_count: number;
}

export const GAP_REASONS = ['feed_overflow', 'not_covered'] as const;

export class GapResponse {
  @ApiProperty({ description: 'The end of the last play before it, or the first millisecond of its first day' })
  from: Date;

  @ApiProperty({ description: 'The end of the first play after it, or the last millisecond of its last day' })
  to: Date;

  @ApiProperty({
    enum: GAP_REASONS,
    description:
      '`feed_overflow`: there were more plays between two syncs than the platform’s feed holds; `not_covered`: no ' +
      'origin reports plays of these days',
  })
  reason: (typeof GAP_REASONS)[number];
}

export class ProvenanceResponse extends ThroughLensResponse {
  @ApiProperty({ type: [ProvenanceMonthResponse], description: 'All months of the range, oldest first' })
  months: ProvenanceMonthResponse[];

  @ApiProperty({ type: [GapResponse], description: 'Times of the range of which plays may be missing, oldest first' })
  gaps: GapResponse[];
}
