import type { SliceReport } from './turn-work';

const SHORTEST_MS = 100;
/** How long a turn with nothing to do waits for the next one, unless it is woken. */
export const LONGEST_REST_MS = 60_000;
const AFTER_TROUBLE_MS = 10_000;

/**
 * How long to rest after a turn: at least as long as it took, so that while there is a backlog half of the app's calls
 * are free for syncs; longer when the platform answered nothing but errors; a minute when there is nothing to do.
 *
 * @param now    Unix milliseconds
 * @param tookMs how long the turn took
 * @returns milliseconds
 */
export function restAfter(reports: readonly SliceReport[], now: number, tookMs: number): number {
  const troubled = reports.some(({ failed }) => failed) && reports.every(({ answered }) => answered === 0);
  const dueIn = reports.flatMap(({ dueAt }) => (dueAt === null ? [] : [dueAt.getTime() - now]));
  const shortest = Math.max(SHORTEST_MS, tookMs, troubled ? AFTER_TROUBLE_MS : 0);
  return Math.min(LONGEST_REST_MS, Math.max(shortest, Math.min(LONGEST_REST_MS, ...dueIn)));
}
