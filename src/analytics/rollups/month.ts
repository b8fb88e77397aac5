import { monthOf } from '../../common/days';
import { packMonth } from '../figures/packed-month';
import type { DailyRollup, DayTotal, MonthlyRollup } from './rollup';

/** What a month takes from the roll-up of a day. */
export type DayPart = Pick<DailyRollup, 'date' | 'total_plays' | 'total_ms' | 'hourly' | 'track_plays'>;

/**
 * The roll-up of one month out of the roll-ups of its days.
 * @param days in any order, at least one, all of one month
 */
export function rollUpMonth(userId: string, timezone: string, days: readonly DayPart[]): MonthlyRollup {
  const newestFirst = [...days].sort((a, b) => (a.date < b.date ? 1 : -1));
  const [newest] = newestFirst;
  if (newest === undefined) throw new RangeError('A month without a day of listening has no roll-up.');
  return {
    user_id: userId,
    month: monthOf(newest.date),
    days: newestFirst.map(({ date, total_plays, total_ms }): DayTotal => ({ date, plays: total_plays, ms: total_ms })),
    by_day: packMonth(days),
    timezone,
  };
}
