import { addDays, type Day, daysBetween, endOfDay, startOfDay } from '../../common/days';
import type { DayRange } from '../../common/periods';
import { ALL_TIME, calendarDays, calendarDaysBefore, isRolling, ROLLING } from './calendar-periods';
import { type DayOrInstant, firstMsOf, lastMsOf } from './instants';

/** Instants, ms since 1970, both included. */
export interface ClosedRange {
  from: number;
  to: number;
}

/** A range as a lens names it. */
export interface GivenRange {
  from: DayOrInstant | null;
  to: DayOrInstant | null;
  /** Null if one of the others is given. */
  period: string | null;
}

export interface Clock {
  zone: string;
  today: Day;
  /** ms since 1970 */
  now: number;
}

/** Before this, the years of days have no four digits. */
const FIRST_DAY = '0000-01-01';

/** The range that a range is compared with, directly before it; null if there is none. */
export function previousRange(given: GivenRange, clock: Clock): ClosedRange | null {
  const { zone, today, now } = clock;
  if (given.period !== null) {
    const days = daysBefore(given.period, today);
    return days && instantsOf(days, zone);
  }
  if (given.from === null || isAfter(given.from, clock)) return null;
  if ('day' in given.from && (given.to === null || 'day' in given.to)) {
    const { day } = given.from;
    const length = daysBetween(day, given.to?.day ?? today) + 1;
    return instantsOf({ first: earlier(day, length), last: earlier(day, 1) }, zone);
  }
  const from = firstMsOf(given.from, zone);
  const to = given.to === null ? now : lastMsOf(given.to, zone);
  return to < from ? null : { from: from - (to - from) - 1, to: from - 1 };
}

function daysBefore(period: string, today: Day): DayRange | null {
  if (period === ALL_TIME) return null;
  if (isRolling(period)) {
    const length = ROLLING[period];
    return { first: addDays(today, 1 - 2 * length), last: addDays(today, -length) };
  }
  const unit = calendarDays(period);
  if (unit === null || unit.first > today || unit.first === FIRST_DAY) return null;
  const before = calendarDaysBefore(unit, period);
  if (today > unit.last) return before;
  const asFar = addDays(before.first, daysBetween(unit.first, today));
  return { first: before.first, last: asFar < before.last ? asFar : before.last };
}

function isAfter(from: DayOrInstant, { zone, today }: Clock): boolean {
  return 'day' in from ? from.day > today : from.instant >= endOfDay(today, zone).getTime();
}

function earlier(day: Day, days: number): Day {
  return days > daysBetween(FIRST_DAY, day) ? FIRST_DAY : addDays(day, -days);
}

function instantsOf({ first, last }: DayRange, zone: string): ClosedRange {
  return { from: startOfDay(first, zone).getTime(), to: endOfDay(last, zone).getTime() - 1 };
}
