import type { SliceReport } from './turn-work';

/** What a turn has come to. */
export interface TurnReport {
  slices: readonly SliceReport[];
  /** When each kind of work is due again; null for never. */
  dueAt: readonly (Date | null)[];
  /** How long the turn took. */
  tookMs: number;
}

const SHORTEST_MS = 100;
const AFTER_TROUBLE_MS = 5_000;
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
 * @param now Unix milliseconds
 */
export function restAfter({ slices, dueAt, tookMs }: TurnReport, now: number): Rest {
  const hasTrouble = slices.some(({ failed }) => failed) && slices.every(({ answered }) => answered === 0);
  const owedMs = Math.min(IDLE_MS, Math.max(SHORTEST_MS, tookMs, hasTrouble ? AFTER_TROUBLE_MS : 0));
  const dueInMs = Math.min(...dueAt.map((each) => (each === null ? Infinity : each.getTime() - now)));
  if (dueInMs > Math.max(owedMs, IDLE_MS)) return idleRest();
  return { ms: Math.max(owedMs, dueInMs), isIdle: false };
}
