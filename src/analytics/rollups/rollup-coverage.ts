import { dayOf, type Day } from '../../common/days';
import { localRuns } from './touched-runs';

/** How much of a history is rolled up. */
export interface RollupCoverage {
  /** Days with plays. */
  historyDays: number;
  /** Days with plays whose roll-up is up to date. */
  coveredDays: number;
}

/**
 * The coverage while some days await their roll-up. A day that is marked as touched counts as one with plays: only a
 * read of the history would show that its plays are all deleted.
 * @param rolledUp the days that have a roll-up
 * @param touched the UTC days that have changed since, in order
 */
export function coverageOf(rolledUp: readonly Day[], touched: readonly Day[], zone: string): RollupCoverage {
  const runs = localRuns(touched, zone);
  const stale = (day: Day): boolean => runs.some(({ first, last }) => day >= first && day <= last);
  const historyDays = new Set([...rolledUp, ...touched.map((day) => dayOf(new Date(`${day}T12:00:00Z`), zone))]);
  return { historyDays: historyDays.size, coveredDays: rolledUp.filter((day) => !stale(day)).length };
}

/** Covered days in percent of the days with plays, 2 decimals; 100 when there are none. */
export function coveragePercent({ historyDays, coveredDays }: RollupCoverage): number {
  if (historyDays === 0) return 100;
  // Rounded down, so that 100 means all.
  return Math.floor((Math.min(coveredDays, historyDays) / historyDays) * 10_000) / 100;
}
