import { matchKey } from '../../common/text';
import type { Seed, Seeds } from './seeds';

/** How much a user likes things, from 0 to 1; what is not named is 0. */
export interface Taste {
  /** By the key of the name. */
  artists: ReadonlyMap<string, number>;
  genres: ReadonlyMap<string, number>;
  /** By platform id. */
  tracks: ReadonlyMap<string, number>;
}

/**
 * The taste that top lists of several periods show. In each, the first is liked by 1 and the others by their plays over
 * the plays of the first; a like is the mean over the lists that are not empty.
 */
export function tasteOf(periods: readonly Seeds[]): Taste {
  return {
    artists: likes(
      periods.map(({ artists }) => artists),
      ({ name }) => matchKey(name),
    ),
    genres: likes(
      periods.map(({ genres }) => genres),
      ({ name }) => name,
    ),
    tracks: likes(
      periods.map(({ tracks }) => tracks),
      ({ platform_id }) => platform_id,
    ),
  };
}

/** The best liked of a kind, best first. */
export function mostLiked(liked: ReadonlyMap<string, number>, count: number): string[] {
  return Array.from(liked)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, count)
    .map(([key]) => key);
}

function likes(lists: readonly (readonly Seed[])[], keyOf: (seed: Seed) => string): Map<string, number> {
  const told = lists.filter((list) => list.length > 0);
  const liked = new Map<string, number>();
  for (const list of told) {
    const most = Math.max(...list.map(({ play_count }) => play_count), 1);
    for (const seed of list) {
      const key = keyOf(seed);
      liked.set(key, Math.min(1, (liked.get(key) ?? 0) + seed.play_count / most / told.length));
    }
  }
  return liked;
}
