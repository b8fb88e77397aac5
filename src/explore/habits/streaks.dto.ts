import { ApiProperty } from '@nestjs/swagger';
import { COUNT, RANK } from '../../common/openapi';
import { ItemResponse } from '../item.dto';
import { PagedLensResponse } from '../paging';
import { CountsResponse } from '../totals/summary.dto';
import { STREAK_KINDS, type StreakKind } from './streaks.sql';

export class StreakResponse extends CountsResponse {
  @ApiProperty(RANK)
  rank: number;

  @ApiProperty({ type: ItemResponse, nullable: true, description: 'Null for streaks of days' })
  item: ItemResponse | null;

  @ApiProperty({ format: 'date' })
  first_day: string;

  @ApiProperty({ format: 'date' })
  last_day: string;

  @ApiProperty({ ...COUNT, description: 'Days in a row' })
  days: number;

  @ApiProperty({ description: 'Whether it goes on: its last day is today or yesterday' })
  is_current: boolean;
}

export class StreaksResponse extends PagedLensResponse {
  @ApiProperty({ enum: STREAK_KINDS })
  of: StreakKind;

  @ApiProperty({ type: [StreakResponse], description: 'Longest first' })
  items: StreakResponse[];

  @ApiProperty({ type: [StreakResponse], description: 'The first of those that go on, at most 10' })
  current: StreakResponse[];
}
