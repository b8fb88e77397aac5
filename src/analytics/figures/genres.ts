import { isBlank } from '../../common/text';
import type { Rankable } from './rankings';
import { addTally, emptyTally, type Tally } from './tally';

/** A genre's share of a period. */
export interface GenreShare {
  name: string;
  play_count: number;
  /** Of the plays over all genres, 2 decimals. */
  percentage: number;
}

/**
 * Plays by genre: a play counts for every genre its primary artist carries.
 * @param genresOf the genres of an artist; empty when none is known
 */
export function countGenres<Artist extends Tally>(
  artists: Iterable<Artist>,
  genresOf: (artist: Artist) => readonly string[],
): Rankable[] {
  const genres = new Map<string, Rankable>();
  for (const artist of artists) {
    for (const name of new Set(genresOf(artist))) {
      if (isBlank(name)) continue;
      let genre = genres.get(name);
      if (genre === undefined) genres.set(name, (genre = { name, key: '', ...emptyTally() }));
      addTally(genre, artist);
    }
  }
  return [...genres.values()];
}

/** The share of each genre, in the order given. */
export function genreShares(genres: readonly Rankable[]): GenreShare[] {
  const sum = genres.reduce((plays, genre) => plays + genre.plays, 0);
  return genres.map(({ name, plays }) => ({
    name,
    play_count: plays,
    percentage: Math.round((plays / sum) * 10_000) / 100,
  }));
}
