import type { Day } from '../../common/days';
import { isBlank } from '../../common/text';
import { type Rankable, topRanked } from './rankings';
import type { AlbumSink, ListeningSink } from './recordings';
import { addTally, type Tally } from './tally';

/**
 * What counts as a track, an artist and an album of the figures. Of tracks and albums, of which a long history has tens of
 * thousands, no more is kept than the figures need.
 */
export interface Counted {
  /** Platform ids of all tracks. */
  trackIds: string[];
  /** How often each of them was played. */
  trackPlays: number[];
  /** By platform id, under the newest name, in rank order. */
  topTracks: Rankable[];
  /** By name of the primary artist. */
  artists: Rankable[];
  /** The number of albums. */
  albums: number;
  /** By name and primary artist, in rank order. */
  topAlbums: Rankable[];
}

/** A track under its newest name, whatever albums it was played on; its key is the platform id. */
export interface CountedTrack extends Rankable {
  /** The day the name was last read on. */
  namedOn: Day;
}

/**
 * Adds up plays by track, by artist and by album; what has a blank id or name is not counted. Adding is associative and
 * commutative: days may be added one by one or month by month, in any order.
 */
export class Counter implements ListeningSink {
  /** By platform id. */
  readonly tracks = new Map<string, CountedTrack>();
  /** By name. */
  readonly artists = new Map<string, CountedArtist>();

  albumOf(artistName: string, albumName: string): CountedAlbum {
    let artist = this.artists.get(artistName);
    if (artist === undefined) this.artists.set(artistName, (artist = new CountedArtist(artistName, this)));
    return artist.albumOf(albumName);
  }

  addTrack(key: string, name: string, namedOn: Day, plays: number, ms: number): void {
    if (key === '' || isBlank(name)) return;
    const track = this.tracks.get(key);
    if (track === undefined) {
      this.tracks.set(key, { name, key, plays, ms, namedOn });
      return;
    }
    addTally(track, { plays, ms });
    // Of two names of one day the first in order is shown, so that the order of reading does not matter.
    if (namedOn < track.namedOn || (namedOn === track.namedOn && name >= track.name)) return;
    track.name = name;
    track.namedOn = namedOn;
  }

  /** What is counted by now; more may be added afterwards. */
  take(): Counted {
    const tracks = [...this.tracks.values()];
    const artists = [...this.artists.values()];
    const albums = artists.flatMap((artist) => [...artist.albums.values()]).filter(isNamed);
    return {
      trackIds: tracks.map(({ key }) => key),
      trackPlays: tracks.map(({ plays }) => plays),
      topTracks: topRanked(tracks).map(copyOf),
      artists: artists.filter(isNamed).map(copyOf),
      albums: albums.length,
      topAlbums: topRanked(albums).map(copyOf),
    };
  }
}

class CountedArtist implements Rankable {
  readonly key = '';
  plays = 0;
  ms = 0;
  /** By name. */
  readonly albums = new Map<string, CountedAlbum>();

  constructor(
    readonly name: string,
    readonly counter: Counter,
  ) {}

  albumOf(name: string): CountedAlbum {
    let album = this.albums.get(name);
    if (album === undefined) this.albums.set(name, (album = new CountedAlbum(name, this)));
    return album;
  }
}

/** Its key is the name of the artist. */
class CountedAlbum implements Rankable, AlbumSink {
  readonly key: string;
  plays = 0;
  ms = 0;

  constructor(
    readonly name: string,
    private readonly artist: CountedArtist,
  ) {
    this.key = artist.name;
  }

  add(platformId: string, name: string, namedOn: Day, plays: number, ms: number): void {
    this.addPlays({ plays, ms });
    this.artist.counter.addTrack(platformId, name, namedOn, plays, ms);
  }

  /** Counts plays for the album and its artist only. */
  addPlays(tally: Tally): void {
    addTally(this, tally);
    addTally(this.artist, tally);
  }
}

function isNamed({ name }: Rankable): boolean {
  return !isBlank(name);
}

function copyOf({ name, key, plays, ms }: Rankable): Rankable {
  return { name, key, plays, ms };
}
