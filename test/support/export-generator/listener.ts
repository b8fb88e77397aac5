import { songKey, zipf, type Catalogue, type Song } from './catalogue';
import type { Random } from './random';

/** Ends of plays of one song are at least this far apart, so that matching across sources has one answer. */
export const MINIMUM_SPACING_MS = 181_000;

/** Chooses what is played next. */
export class Listener {
  private readonly lastEnd = new Map<string, number>();
  private readonly artistRank: (random: Random) => number;

  constructor(
    private readonly random: Random,
    private readonly catalogue: Catalogue,
  ) {
    this.artistRank = zipf(catalogue.artists.length, 0.9);
  }

  /** The first of the songs that was not played just before, otherwise any song. */
  firstOf(songs: readonly Song[], endMs: number): Song {
    return songs.find((song) => this.claim(song, endMs)) ?? this.choose(endMs);
  }

  /** This very song, whose count must come out exact. */
  insist(song: Song, endMs: number): Song {
    if (!this.claim(song, endMs)) throw this.tooDense();
    return song;
  }

  /** A song by popularity; half the plays follow a taste that moves on by the year. */
  choose(endMs: number): Song {
    const { artists } = this.catalogue;
    const drift = new Date(endMs).getUTCFullYear() * 37;
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const rank = this.artistRank(this.random);
      const artist = artists[this.random.chance(0.5) ? rank : (rank + drift) % artists.length];
      const song = artist?.songs[Math.floor(artist.songs.length * this.random.next() ** 2)];
      if (song !== undefined && this.claim(song, endMs)) return song;
    }
    throw this.tooDense();
  }

  private claim(song: Song, endMs: number): boolean {
    const key = songKey(song);
    if (endMs - (this.lastEnd.get(key) ?? -Infinity) < MINIMUM_SPACING_MS) return false;
    this.lastEnd.set(key, endMs);
    return true;
  }

  private tooDense(): Error {
    return new Error('Too many plays a minute to keep plays of one song apart: raise `years` or `artists`');
  }
}
