import { isBlank, matchKey, normaliseName } from '../../common/text';
import type { Identities, TrackIdentity } from './identities';
import { type Rankable, topRanked } from './rankings';
import { type AlbumTracks, isNewerSpelling, type Recordings, type TrackTally } from './recordings';
import { addTally } from './tally';

/** An artist or an album. */
export interface CountedItem extends Rankable {
  /** The platform's; empty for one that is known by name alone. */
  id: string;
}

export interface CountedAlbum extends CountedItem {
  /** The name of the primary artist. */
  artist: string;
}

/**
 * What counts as a track, an artist and an album of the figures. Of tracks and albums, of which a long history has tens of
 * thousands, no more is kept than the figures need.
 */
export interface Counted {
  /** Platform ids of all tracks. */
  trackIds: string[];
  /** How often each of them was played. */
  trackPlays: number[];
  /** By platform id, in rank order. */
  topTracks: Rankable[];
  /** The primary artists, in no order. */
  artists: CountedItem[];
  /** The number of albums. */
  albums: number;
  /** In rank order. */
  topAlbums: CountedAlbum[];
}

/** What is being counted, under the newest of its spellings; for an album its key begins with its artist's name. */
interface Counting extends CountedAlbum {
  /** When the play ended that spells it so, seconds since 1970; 0 for what the catalogue calls it. */
  namedAt: number;
}

/**
 * Adds up plays by track, by artist and by album. An artist is the id that the catalogue has for the track; where it has
 * none, the one id of that name, or else the name, however it is spelled. So is an album, whose name is one with its
 * artist. An artist or album without a name is not counted. The order of adding changes nothing.
 */
export class Counter {
  /** By platform id. */
  private readonly tracks = new Map<string, TrackTally>();
  private readonly artists = new CountedThings();
  private readonly albums = new CountedThings();

  constructor(private readonly identities: Identities) {}

  /** @param recordings are the counter's from now on: what is counted of a track is added to its first tally */
  add(recordings: Recordings): void {
    for (const [artist, albums] of recordings.artists) {
      for (const [album, tracks] of albums) this.addAlbum(artist, album, tracks);
    }
  }

  /** What is counted by now; more may be added afterwards. */
  take(): Counted {
    const tracks = [...this.tracks.values()];
    const albums = this.albums.named();
    return {
      trackIds: tracks.map(({ key }) => key),
      trackPlays: tracks.map(({ plays }) => plays),
      topTracks: topRanked(tracks).map(({ name, key, plays, ms }) => ({ name: normaliseName(name), key, plays, ms })),
      artists: this.artists.named().map(shown),
      albums: albums.length,
      topAlbums: topRanked(albums).map(shown),
    };
  }

  private addAlbum(artistName: string, albumName: string, tracks: AlbumTracks): void {
    let group: AlbumGroup | undefined;
    for (const [trackId, tally] of tracks.byId) {
      if (trackId === '') continue;
      const identity = this.identities.ofTrack(trackId);
      // Tracks of one album mostly have one artist.
      if (group === undefined || group.identity !== identity) group = this.groupOf(artistName, albumName, identity);
      const { artist, album, artistNamed, albumNamed } = group;
      if (artist !== null) {
        addTally(artist, tally);
        respell(artist, group.artistName, artistNamed ? tally.playedAt : 0);
      }
      if (album !== null) {
        addTally(album, tally);
        respell(album, group.albumName, albumNamed ? tally.playedAt : 0, group.artistName);
      }
      this.addTrack(tally);
    }
  }

  private addTrack(tally: TrackTally): void {
    const track = this.tracks.get(tally.key);
    if (track === undefined) {
      this.tracks.set(tally.key, tally);
      return;
    }
    addTally(track, tally);
    if (!isNewerSpelling(tally.name, tally.namedAt, track)) return;
    track.name = tally.name;
    track.namedAt = tally.namedAt;
  }

  /** Where the plays of an album's tracks of one identity are counted. */
  private groupOf(artistName: string, albumName: string, identity: TrackIdentity | undefined): AlbumGroup {
    const { artist = null, album = null } = identity ?? {};
    // Files name the artist of the album, who on a compilation is another than the track's.
    const artistNamed = artist === null || artist.key === '' || artist.isNamed(artistName);
    const albumNamed = album === null || !isBlank(albumName);
    const artistKey = artist === null ? matchKey(artistName) : '';
    const artistId = artist?.id ?? this.identities.artistNamed(artistKey);
    const by = artistId ?? artistKey;
    const albumKey = album === null ? matchKey(albumName) : '';
    const albumId = album?.id ?? this.identities.albumNamed(albumKey, by);
    return {
      identity,
      artist: this.artists.of(artistId, artistKey),
      album: this.albums.of(albumId, albumKey === '' ? '' : `${by}\n${albumKey}`),
      artistName: artistNamed ? artistName : artist.name,
      albumName: albumNamed ? albumName : album.name,
      artistNamed,
      albumNamed,
    };
  }
}

interface AlbumGroup {
  identity: TrackIdentity | undefined;
  /** Null for one without a name, which is not counted. */
  artist: Counting | null;
  album: Counting | null;
  artistName: string;
  albumName: string;
  /** Whether it is the plays that spell the names so, and not the catalogue. */
  artistNamed: boolean;
  albumNamed: boolean;
}

/** Artists, or albums. */
class CountedThings {
  private readonly byId = new Map<string, Counting>();
  private readonly byKey = new Map<string, Counting>();

  /** @returns null for what has neither id nor name */
  of(id: string | null, key: string): Counting | null {
    if (id === null && key === '') return null;
    const [things, known] = id === null ? [this.byKey, key] : [this.byId, id];
    let thing = things.get(known);
    if (thing === undefined) things.set(known, (thing = begin(id ?? '')));
    return thing;
  }

  named(): Counting[] {
    return [...this.byId.values(), ...this.byKey.values()].filter(({ name }) => !isBlank(name));
  }
}

function begin(id: string): Counting {
  return { id, name: '', key: id, artist: '', namedAt: -1, plays: 0, ms: 0 };
}

/**
 * Takes the name if it is newer. Of two of one second the first in order is shown, whichever comes first.
 * @param artist of an album
 */
function respell(thing: Counting, name: string, namedAt: number, artist = ''): void {
  const isNewer = isNewerSpelling(name, namedAt, thing);
  const isAsNew = namedAt === thing.namedAt && name === thing.name && artist < thing.artist;
  if (!isNewer && !isAsNew) return;
  thing.name = name;
  thing.namedAt = namedAt;
  if (artist === thing.artist) return;
  thing.artist = artist;
  thing.key = artist === '' ? thing.id : `${artist}\n${thing.id}`;
}

/** A copy, with names that former versions stored as they came. */
function shown({ id, name, artist, key, plays, ms }: Counting): CountedAlbum {
  return { id, name: normaliseName(name), artist: normaliseName(artist), key, plays, ms };
}
