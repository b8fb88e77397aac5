import type { SliceReport } from './turn-work';

const SHORTEST_MS = 100;
const AFTER_TROUBLE_MS = 10_000;
/** How long a turn with nothing to do waits for the next one, unless it is woken. */
const IDLE_MS = 60_000;

/** What follows a turn. */
export interface Rest {
  ms: number;
  /** There is nothing to do for so long; whoever has something may end the rest. */
  isIdle: boolean;
}

export function idleRest(): Rest {
  return { ms: IDLE_MS, isIdle: true };
}

/**
 * How long to rest after a turn: at least as long as it took, so that while there is a backlog half of the app's calls
 * are free for syncs; longer when the platform answered nothing but errors; a minute when there is nothing to do.
 *
 * @param now    Unix milliseconds
 * @param tookMs how long the turn took
 */
export function restAfter(reports: readonly SliceReport[], now: number, tookMs: number): Rest {
  const hasTrouble = reports.some(({ failed }) => failed) && reports.every(({ answered }) => answered === 0);
  const owedMs = Math.min(IDLE_MS, Math.max(SHORTEST_MS, tookMs, hasTrouble ? AFTER_TROUBLE_MS : 0));
  const dueInMs = Math.min(...reports.flatMap(({ dueAt }) => (dueAt === null ? [] : [dueAt.getTime() - now])));
  if (dueInMs > Math.max(owedMs, IDLE_MS)) return idleRest();
  return { ms: Math.max(owedMs, dueInMs), isIdle: false };
}
