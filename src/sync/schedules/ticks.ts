import type { Pace } from '../../platform/platform-app';

/**
 * Calls that a scheduled sync costs on average: the look at the feed, and now and then what is new in it, with some room
 * for what else calls meanwhile.
 */
const CALLS_PER_SYNC = 1.4;

/** The nominal instant of a schedule that fires now, a little early or late: all replicas have the same. */
export function nominalTick(now: Date, cycleMs: number): Date {
  return new Date(Math.round(now.getTime() / cycleMs) * cycleMs);
}

/**
 * How far apart the syncs of a cycle begin, milliseconds, so that they do not wait for the platform in a worker: as far
 * as the platform's pace lets jobs call it.
 */
export function syncSpacingMs({ windowMs, callsPerWindow }: Pace): number {
  return (CALLS_PER_SYNC * windowMs) / callsPerWindow.background;
}

/**
 * How long after the tick the n-th user's turn comes, milliseconds: one after the other, and from the start again for
 * those who do not fit into four fifths of the cycle.
 */
export function turnDelayMs(index: number, spacingMs: number, cycleMs: number): number {
  return Math.round(index * spacingMs) % (cycleMs * 0.8);
}
