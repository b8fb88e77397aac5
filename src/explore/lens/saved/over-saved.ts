import type { LensQuery } from '../lens.query';

/** Parameters of which one takes the place of all: a range is one, and a list has two names. */
const AS_ONE: (keyof LensQuery)[][] = [
  ['from', 'to', 'period'],
  ['artist', 'artist_id'],
  ['track', 'track_id'],
  ['not_artist', 'not_artist_id'],
  ['not_track', 'not_track_id'],
];

/** A saved lens with the parameters that are given beside it, which take the place of its own. */
export function overSaved(given: LensQuery, saved: LensQuery): LensQuery {
  // Of the class of what is given, which may have something to say of its own parameters.
  const kept = Object.assign(Object.create(Object.getPrototypeOf(given) as object) as LensQuery, saved);
  for (const names of AS_ONE) {
    if (names.some((name) => given[name] !== undefined)) for (const name of names) kept[name] = undefined;
  }
  const own = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.assign(kept, Object.fromEntries(own));
}
