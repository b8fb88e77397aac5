import { addDays, endOfDay, startOfDay, type Day } from './days';

/** The periods every figure can be asked for, shortest first; each lies within the next. */
export const PERIODS = ['week', 'month', 'quarter', 'year', 'all_time'] as const;

/** A stretch of days that ends today. */
export type Period = (typeof PERIODS)[number];

/** The period meant where none is given. */
export const DEFAULT_PERIOD: Period = 'all_time';

const LENGTH_IN_DAYS: Record<Exclude<Period, 'all_time'>, number> = { week: 7, month: 30, quarter: 90, year: 365 };

/** The days of a period, both included. */
export interface DayRange {
  first: Day;
  last: Day;
}

/**
 * The days of a period that ends today.
 * @param firstPlayDay the day of the user's first play, where all time starts; null when there is none
 * @returns null for all time without a play: such a period has no days
 */
export function daysOfPeriod(period: Period, today: Day, firstPlayDay: Day | null): DayRange | null {
  if (period !== 'all_time') return { first: addDays(today, 1 - LENGTH_IN_DAYS[period]), last: today };
  if (firstPlayDay === null) return null;
  return { first: firstPlayDay < today ? firstPlayDay : today, last: today };
}

/** The instants at the edges of a range of days in a zone; `end` is the instant just after the last day. */
export function instantsOf(range: DayRange, zone: string): { start: Date; end: Date } {
  return { start: startOfDay(range.first, zone), end: endOfDay(range.last, zone) };
}
