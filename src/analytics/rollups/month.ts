import { monthOf } from '../../common/days';
import { ListeningTotals, type DayPart } from '../figures/listening-totals';
import { packRecordings } from '../figures/packed-recordings';
import type { HourPlays, MonthlyRollup } from './rollup';

/**
 * The roll-up of one month out of the roll-ups of its days.
 * @param days in any order, at least one, all of one month
 */
export function rollUpMonth(userId: string, timezone: string, days: readonly DayPart[]): MonthlyRollup {
  const totals = new ListeningTotals();
  for (const day of days) totals.addDay(day);
  const newestFirst = totals.days.sort((a, b) => (a.date < b.date ? 1 : -1));
  const [newest] = newestFirst;
  if (newest === undefined) throw new RangeError('A month without a day of listening has no roll-up.');
  return {
    user_id: userId,
    month: monthOf(newest.date),
    days: newestFirst,
    hourly: totals.hours.flatMap(({ plays, ms }, hour): HourPlays[] => (plays > 0 ? [{ hour, count: plays, ms }] : [])),
    recordings: packRecordings(totals.recordings),
    timezone,
  };
}
