import { MINUTE_MS } from '../../common/durations';

/** Two clocks differ by as much as this. */
const TOLERANCE_MS = MINUTE_MS;

/** Whether an instant lies further ahead than clocks differ. */
export function isFuture(instant: Date, now: Date): boolean {
  return instant.getTime() - now.getTime() > TOLERANCE_MS;
}

/**
 * The plays of the feed that can have ended, and those that it dates in the future: their dates are wrong, or their time
 * has yet to come.
 */
export function splitByTime<Play extends { playedAt: Date }>(
  plays: readonly Play[],
  now: Date,
): { past: Play[]; future: Play[] } {
  return {
    past: plays.filter(({ playedAt }) => !isFuture(playedAt, now)),
    future: plays.filter(({ playedAt }) => isFuture(playedAt, now)),
  };
}
