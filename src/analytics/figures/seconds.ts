import type { Day } from '../../common/days';
import { SECOND_MS } from '../../common/durations';

/** An instant as whole seconds since 1970, as roll-ups say when a play ended. */
export function secondsOf(instant: Date): number {
  return Math.floor(instant.getTime() / SECOND_MS);
}

/** Noon in UTC: an instant that nearly every zone counts to the day, for a play of which the day alone is known. */
export function noonOf(day: Day): number {
  return secondsOf(new Date(`${day}T12:00:00.000Z`));
}
