import { monthOf } from '../../common/days';
import { DayGrouper } from '../rollups/day-grouper';
import { rollUpMonth } from '../rollups/month';
import type { Play } from '../rollups/play';
import type { DailyRollup, MonthlyRollup } from '../rollups/rollup';

/** The daily roll-ups of plays given oldest first. */
export function rollUpDays(plays: readonly Play[], zone: string): DailyRollup[] {
  const grouper = new DayGrouper(zone);
  const drafts = [...plays.flatMap((play) => grouper.add(play)), ...grouper.finish()];
  return drafts.map((draft) => draft.finish('user', zone));
}

/** The monthly roll-ups of daily ones, newest first. */
export function rollUpMonths(days: readonly DailyRollup[], zone: string): MonthlyRollup[] {
  const months = [...new Set(days.map(({ date }) => monthOf(date)))].sort().reverse();
  return months.map((month) =>
    rollUpMonth(
      'user',
      zone,
      days.filter(({ date }) => monthOf(date) === month),
    ),
  );
}
