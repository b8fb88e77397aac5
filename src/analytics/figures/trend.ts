import { eachDay, isoWeekOf, monthOf, type Day } from '../../common/days';
import type { DayRange, Period } from '../../common/periods';
import { addTally, emptyTally } from './tally';

/** The plays of one day, without what was played. */
export interface DayTotal {
  date: Day;
  plays: number;
  ms: number;
}

/** One bucket of a trend. */
export interface TrendPoint {
  label: string;
  plays: number;
  ms: number;
}

interface Granularity {
  /** How labels are made, as a strftime pattern. */
  pattern: string;
  labelOf: (day: Day) => string;
}

const DAILY: Granularity = { pattern: '%Y-%m-%d', labelOf: (day) => day };
const WEEKLY: Granularity = { pattern: '%G-W%V', labelOf: isoWeekOf };
const MONTHLY: Granularity = { pattern: '%Y-%m', labelOf: monthOf };

const GRANULARITIES: Record<Period, Granularity> = {
  week: DAILY,
  month: DAILY,
  quarter: WEEKLY,
  year: MONTHLY,
  all_time: MONTHLY,
};

/** How a period's labels are made, as a strftime pattern. */
export function granularityOf(period: Period): string {
  return GRANULARITIES[period].pattern;
}

/** A point for every bucket that the period's days touch, oldest first, buckets without plays included. */
export function trendOf(period: Period, range: DayRange, days: Iterable<DayTotal>): TrendPoint[] {
  const { labelOf } = GRANULARITIES[period];
  const points = new Map<string, TrendPoint>();
  for (const day of eachDay(range.first, range.last)) {
    const label = labelOf(day);
    if (!points.has(label)) points.set(label, { label, ...emptyTally() });
  }
  for (const day of days) {
    const point = day.date >= range.first && day.date <= range.last ? points.get(labelOf(day.date)) : undefined;
    if (point !== undefined) addTally(point, day);
  }
  return [...points.values()];
}
