import { dayOf, type Day } from '../../common/days';
import type { DayRange } from '../../common/periods';
import type { LensReader } from '../explorer.service';

const FIRST_DAY = `SELECT strftime(min(day), '%Y-%m-%d') AS day FROM through`;

/**
 * The local days of a lens' range: from the day of `from`, or of the first play through the lens, to the day of `to`, or
 * today. A play can lie outside of them by its clock where clocks go back over midnight; it counts for the nearest day.
 * @returns null if there is none
 */
export async function daysOf({ lens, rows }: LensReader): Promise<DayRange | null> {
  const first = lens.from === null ? await firstDay(rows) : dayOf(new Date(lens.from), lens.timezone);
  const last = lastDayOf(lens);
  return first === null || first > last ? null : { first, last };
}

/** The day of `to`, or today, if that is sooner or nothing is given. */
export function lastDayOf({ to, timezone, today }: LensReader['lens']): Day {
  const last = to === null ? today : dayOf(new Date(to), timezone);
  return last < today ? last : today;
}

async function firstDay(rows: LensReader['rows']): Promise<Day | null> {
  const [found] = await rows<{ day: Day | null }>(FIRST_DAY);
  return found?.day ?? null;
}
