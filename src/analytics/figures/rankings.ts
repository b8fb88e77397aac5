import type { Tally } from './tally';

/** How many entries of each top list are kept. */
export const KEPT_RANKS = 100;

/** Something that can stand in a top list. */
export interface Rankable extends Tally {
  name: string;
  /** What tells two of one name apart: a track's platform id, an album's artist; else empty. */
  key: string;
}

/**
 * The order of every top list: most plays first, then most time, then name and key in the order of their code units.
 */
export function compareRanks(a: Rankable, b: Rankable): number {
  return b.plays - a.plays || b.ms - a.ms || compareText(a.name, b.name) || compareText(a.key, b.key);
}

/** The first `limit` of the entries in rank order, in one pass: most entries are compared once and left. */
export function topRanked<T extends Rankable>(entries: Iterable<T>, limit = KEPT_RANKS): T[] {
  const top: T[] = [];
  for (const entry of entries) {
    const last = top[limit - 1];
    if (last !== undefined && compareRanks(entry, last) >= 0) continue;
    top.splice(placeOf(entry, top), 0, entry);
    if (top.length > limit) top.pop();
  }
  return top;
}

/** Where an entry belongs in a list that is in rank order. */
function placeOf(entry: Rankable, ranked: readonly Rankable[]): number {
  let [low, high] = [0, ranked.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = ranked[middle];
    if (other !== undefined && compareRanks(other, entry) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
