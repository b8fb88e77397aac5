import type { Recordings } from '../../analytics/figures/recordings';
import { type Day, dayOf, daysBetween } from '../../common/days';
import { SECOND_MS } from '../../common/durations';
import { isBlank, matchKey } from '../../common/text';

/** As much of a track as tells which song it is. */
export interface Song {
  platform_id: string;
  name: string;
  artists: readonly { name: string }[];
}

/** An album that was begun: several of its tracks were heard of late. */
export interface BegunAlbum {
  name: string;
  /** The primary artist. */
  artist: string;
  /** Different tracks heard. */
  heard: number;
}

const FEWEST_BEGUN = 2;

/** One song has many ids on the platform: two tracks of one name and primary artist are the same. */
export function songKey({ name, artists }: Pick<Song, 'name' | 'artists'>): string {
  return keyOfNames(artists[0]?.name ?? '', name);
}

/** When songs were last heard. */
export class Heard {
  /** By platform id, and by the key of the names. */
  private readonly days = new Map<string, number>();

  /** @param zone whose calendar `today` is of */
  constructor(recordings: Recordings, today: Day, zone: string) {
    for (const [artist, albums] of recordings.artists) {
      for (const tracks of albums.values()) {
        for (const [id, { name, playedAt }] of tracks.byId) {
          const days = daysBetween(dayOf(new Date(playedAt * SECOND_MS), zone), today);
          this.note(id, days);
          this.note(keyOfNames(artist, name), days);
        }
      }
    }
  }

  /** Days since the song was heard, whatever its id was then: 0 for today, Infinity when it was not. */
  daysSince(song: Song): number {
    return Math.min(this.days.get(song.platform_id) ?? Infinity, this.days.get(songKey(song)) ?? Infinity);
  }

  private note(key: string, days: number): void {
    this.days.set(key, Math.min(days, this.days.get(key) ?? Infinity));
  }
}

/** The albums begun, those with the most tracks heard first; all spellings of an album's names are one album. */
export function begunAlbums(recordings: Recordings): BegunAlbum[] {
  const albums = new Map<string, { name: string; artist: string; songs: Set<string> }>();
  for (const [artist, ofArtist] of recordings.artists) {
    for (const [name, tracks] of ofArtist) {
      const key = keyOfNames(artist, name);
      const album = albums.get(key) ?? { name, artist, songs: new Set<string>() };
      // A song without a name is known by its id.
      for (const [id, track] of tracks.byId) album.songs.add(matchKey(track.name) || id);
      albums.set(key, album);
    }
  }
  const begun = [...albums.values()]
    .map(({ name, artist, songs }): BegunAlbum => ({ name, artist, heard: songs.size }))
    .filter(({ name, heard }) => heard >= FEWEST_BEGUN && !isBlank(name));
  return begun.sort((a, b) => b.heard - a.heard || (keyOf(a) < keyOf(b) ? -1 : 1));
}

function keyOf({ artist, name }: BegunAlbum): string {
  return keyOfNames(artist, name);
}

function keyOfNames(artist: string, name: string): string {
  return `${matchKey(artist)}\n${matchKey(name)}`;
}
