import type { Artist, Catalogue, Track } from '../catalogue/catalogue.types';
import { entryAt, Random } from '../random';
import type { Listener } from './listener.types';

/** Artists a listener knows from the start, and days until each further one is discovered. */
const KNOWN_AT_FIRST = 25;
const DAYS_PER_DISCOVERY = 9;
const FIRST_DISCOVERY_DAY = Math.floor(Date.UTC(2006, 0, 1) / 86_400_000);

/** A new handful of favourites comes up this often. */
const PHASE_DAYS = 17;
const PHASE_ARTISTS = 3;

/** Leanings of the choice: towards the dearest artists, and towards an artist's best-known tracks. */
const ARTIST_LEAN = 2.1;
const TRACK_LEAN = 1.8;

/** What one listener likes, worked out once from who they are. */
export class Taste {
  /** Every artist of the catalogue, the dearest first. */
  readonly ranked: readonly Artist[];

  constructor(
    private readonly seed: number,
    private readonly listener: Listener,
    catalogue: Catalogue,
  ) {
    const random = new Random(seed, 'taste', listener.id);
    this.ranked = catalogue.artists
      .map((artist) => ({ artist, score: this.affinity(artist) + random.between(0, 0.9) }))
      .sort((left, right) => right.score - left.score)
      .map(({ artist }) => artist);
  }

  /** The artists the listener cannot leave alone at the time. */
  favouritesOf(day: number): Artist[] {
    const phase = Math.floor(day / PHASE_DAYS);
    const random = new Random(this.seed, 'phase', this.listener.id, phase);
    return Array.from({ length: PHASE_ARTISTS }, () => this.familiarArtist(random, day));
  }

  /** An artist for the next session: mostly familiar, now and then somebody new. */
  artist(random: Random, day: number): Artist {
    return random.chance(this.listener.curiosity) ? random.pick(this.ranked) : this.familiarArtist(random, day);
  }

  /** A track of the artist that was out by then, the well-known ones most often. */
  track(random: Random, artist: Artist, at: number): Track {
    let track = entryAt(artist.tracks, random.leaningIndex(artist.tracks.length, TRACK_LEAN));
    for (let tries = 0; track.album.releasedAt > at && tries < 5; tries++) track = random.pick(artist.tracks);
    return track;
  }

  private familiarArtist(random: Random, day: number): Artist {
    const discovered = Math.max(0, Math.floor((day - FIRST_DISCOVERY_DAY) / DAYS_PER_DISCOVERY));
    const known = Math.min(this.ranked.length, KNOWN_AT_FIRST + discovered);
    return entryAt(this.ranked, random.leaningIndex(known, ARTIST_LEAN));
  }

  private affinity(artist: Artist): number {
    const ranks = artist.genres.map((genre) => this.listener.genres.indexOf(genre)).filter((rank) => rank >= 0);
    return ranks.length === 0 ? 0 : 1.2 - 0.12 * Math.min(...ranks) + artist.popularity / 200;
  }
}
