import { addDays, type Day, isDay, isoWeekOf, weekdayOf } from '../../common/days';
import type { DayRange } from '../../common/periods';

/** Lengths of the rolling periods, in days that end with today. */
export const ROLLING = { week: 7, month: 30, quarter: 90, year: 365 } as const;
export const ALL_TIME = 'all_time';
export const PERIOD_FORMS =
  "'week', 'month', 'quarter', 'year', 'all_time', or a year, quarter, month or ISO week such as 2024, 2024-Q3, 2024-07 " +
  'or 2024-W31';

const QUARTER = /^(\d{4})-Q([1-4])$/;
const WEEK = /^(\d{4})-W(\d\d)$/;
const MONTHS_A_QUARTER = 3;
const MONTHS_A_YEAR = 12;
const DAYS_A_WEEK = 7;

export function isRolling(period: string): period is keyof typeof ROLLING {
  return Object.hasOwn(ROLLING, period);
}

/** Whether a period is one that there is: a week 53 is only in some years. */
export function isPeriod(period: string): boolean {
  return period === ALL_TIME || isRolling(period) || calendarDays(period) !== null;
}

/** The days of a year, quarter, month or ISO week; null if the text names none. */
export function calendarDays(period: string): DayRange | null {
  if (/^\d{4}$/.test(period)) return months(`${period}-01`, MONTHS_A_YEAR);
  if (/^\d{4}-\d\d$/.test(period)) return isDay(`${period}-01`) ? months(period, 1) : null;
  const [, year = '', quarter = ''] = QUARTER.exec(period) ?? [];
  if (year !== '') {
    const month = (Number(quarter) - 1) * MONTHS_A_QUARTER + 1;
    return months(`${year}-${String(month).padStart(2, '0')}`, MONTHS_A_QUARTER);
  }
  return week(period);
}

/** The unit before, of the same kind. */
export function calendarDaysBefore({ first }: DayRange, period: string): DayRange {
  const last = addDays(first, -1);
  if (/^\d{4}$/.test(period)) return { first: `${last.slice(0, 4)}-01-01`, last };
  if (QUARTER.test(period)) return { first: `${monthBefore(monthBefore(last.slice(0, 7)))}-01`, last };
  if (WEEK.test(period)) return { first: addDays(first, -DAYS_A_WEEK), last };
  return { first: `${last.slice(0, 7)}-01`, last };
}

function months(first: string, count: number): DayRange {
  const [year = 0, month = 0] = first.split('-').map(Number);
  // The day before the first one of the month after.
  const next = new Date(0);
  next.setUTCFullYear(year, month - 1 + count, 0);
  return { first: `${first}-01`, last: next.toISOString().slice(0, 10) };
}

function monthBefore(month: string): string {
  return addDays(`${month}-01`, -1).slice(0, 7);
}

function week(period: string): DayRange | null {
  const [, year = '', number = ''] = WEEK.exec(period) ?? [];
  if (year === '') return null;
  const first = mondayOf(year, Number(number));
  return isoWeekOf(first) === period ? { first, last: addDays(first, DAYS_A_WEEK - 1) } : null;
}

/** The 4th of January lies in the first week of its year. */
function mondayOf(year: string, number: number): Day {
  const fourth = `${year}-01-04`;
  return addDays(fourth, (number - 1) * DAYS_A_WEEK - weekdayOf(fourth));
}
