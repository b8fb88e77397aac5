import { ApiProperty } from '@nestjs/swagger';
import { COUNT, PERCENTAGE } from '../common/openapi';
import { type Period, PERIODS } from '../common/periods';
import type { GenreShare } from './figures/genres';
import { granularityOf, type TrendPoint } from './figures/trend';
import { hoursOf } from './overview.dto';

class TrendPointResponse implements TrendPoint {
  @ApiProperty({ example: '2026-03' })
  label: string;

  @ApiProperty(COUNT)
  plays: number;

  @ApiProperty(COUNT)
  ms: number;

  @ApiProperty({ minimum: 0, description: '2 decimals' })
  hours: number;
}

export class TrendResponse {
  @ApiProperty({ enum: PERIODS })
  period: Period;

  @ApiProperty({ description: 'How the labels are made, as a strftime pattern', example: '%Y-%m' })
  granularity: string;

  @ApiProperty({ type: [TrendPointResponse], description: 'Oldest first, stretches without plays included' })
  points: TrendPointResponse[];
}

class GenreShareResponse implements GenreShare {
  @ApiProperty()
  name: string;

  @ApiProperty({ ...COUNT, description: 'Plays whose primary artist carries the genre' })
  play_count: number;

  @ApiProperty({ ...PERCENTAGE, description: 'Of the plays over all genres, 2 decimals' })
  percentage: number;
}

export class GenreDistributionResponse {
  @ApiProperty({ type: [GenreShareResponse], description: 'Most played first' })
  genres: GenreShareResponse[];

  @ApiProperty({ enum: PERIODS })
  period: Period;

  @ApiProperty(COUNT)
  total_genres: number;
}

export function toTrendResponse(period: Period, trend: readonly TrendPoint[]): TrendResponse {
  return {
    period,
    granularity: granularityOf(period),
    points: trend.map(({ label, plays, ms }) => ({ label, plays, ms, hours: hoursOf(ms, 2) })),
  };
}

export function toGenreDistributionResponse(period: Period, genres: GenreShare[]): GenreDistributionResponse {
  return { genres, period, total_genres: genres.length };
}
