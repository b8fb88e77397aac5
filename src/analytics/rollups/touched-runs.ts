import { addDays, dayOf, daysBetween, type Day } from '../../common/days';
import type { DayRange } from '../../common/periods';

/**
 * The days in a zone that overlap the given UTC days, as runs without a gap.
 * @param utcDays in order
 */
export function localRuns(utcDays: readonly Day[], zone: string): DayRange[] {
  const runs: DayRange[] = [];
  for (const utcDay of utcDays) {
    const first = dayOf(new Date(`${utcDay}T00:00:00.000Z`), zone);
    const last = dayOf(new Date(`${utcDay}T23:59:59.999Z`), zone);
    const previous = runs.at(-1);
    if (previous !== undefined && first <= addDays(previous.last, 1)) previous.last = last;
    else runs.push({ first, last });
  }
  return runs;
}

/** How many days a run has. */
export function lengthOf({ first, last }: DayRange): number {
  return daysBetween(first, last) + 1;
}
