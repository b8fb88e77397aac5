import { DayGrouper } from '../rollups/day-grouper';
import type { Play } from '../rollups/play';
import type { DailyRollup } from '../rollups/rollup';

/** The daily roll-ups of plays given oldest first. */
export function rollUpDays(plays: readonly Play[], zone: string): DailyRollup[] {
  const grouper = new DayGrouper(zone);
  const drafts = [...plays.flatMap((play) => grouper.add(play)), ...grouper.finish()];
  return drafts.map((draft) => draft.finish('user', zone));
}
