import type { Period } from '../common/periods';
import type { GenreShare } from './figures/genres';
import type { AnalyticsBreakdown } from './figures/snapshot';
import { granularityOf, type TrendPoint } from './figures/trend';
import { hoursOf } from './overview.dto';

export interface TrendResponse {
  period: Period;
  /** How the labels are made, as a strftime pattern. */
  granularity: string;
  /** `hours` has 2 decimals. */
  points: (TrendPoint & { hours: number })[];
}

export interface GenreDistributionResponse {
  genres: GenreShare[];
  period: Period;
  total_genres: number;
}

export function toTrendResponse({ period, trend }: AnalyticsBreakdown): TrendResponse {
  return {
    period,
    granularity: granularityOf(period),
    points: trend.map(({ label, plays, ms }) => ({ label, plays, ms, hours: hoursOf(ms, 2) })),
  };
}

export function toGenreDistributionResponse({ period, genres }: AnalyticsBreakdown): GenreDistributionResponse {
  return { genres, period, total_genres: genres.length };
}
