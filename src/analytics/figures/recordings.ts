import type { Day } from '../../common/days';
import { addTally, emptyTally, type Tally } from './tally';

/** Plays of one track under one artist and album. */
export interface RecordingPlays extends Tally {
  platformId: string;
  name: string;
  /** The day `name` was last read on: names change, and the newest is shown. */
  namedOn: Day;
  artist: string;
  album: string;
}

/** A track's plays within one album of one artist. */
export interface TrackTally extends Tally {
  name: string;
  namedOn: Day;
}

export interface AlbumTally extends Tally {
  /** By platform id. */
  tracks: Map<string, TrackTally>;
}

export interface ArtistTally extends Tally {
  /** By name; albums of one name by two artists are two albums. */
  albums: Map<string, AlbumTally>;
}

/**
 * What was played, by artist, album and track. Adding is associative and commutative, so days may be added one by one
 * or month by month, in any order.
 */
export class Recordings {
  /** By primary artist name; plays without an artist lie under the blank name. */
  readonly artists = new Map<string, ArtistTally>();

  add(plays: RecordingPlays): void {
    const artist = this.artistOf(plays.artist);
    const album = albumOf(artist, plays.album);
    const track = trackOf(album, plays);
    addTally(artist, plays);
    addTally(album, plays);
    addTally(track, plays);
  }

  /** Every track of every album, in the order of first addition. */
  *each(): Generator<RecordingPlays> {
    for (const [artist, { albums }] of this.artists) {
      for (const [album, { tracks }] of albums) {
        for (const [platformId, track] of tracks) yield { ...track, platformId, artist, album };
      }
    }
  }

  private artistOf(name: string): ArtistTally {
    let artist = this.artists.get(name);
    if (artist === undefined) {
      artist = { ...emptyTally(), albums: new Map<string, AlbumTally>() };
      this.artists.set(name, artist);
    }
    return artist;
  }
}

function albumOf(artist: ArtistTally, name: string): AlbumTally {
  let album = artist.albums.get(name);
  if (album === undefined) {
    album = { ...emptyTally(), tracks: new Map<string, TrackTally>() };
    artist.albums.set(name, album);
  }
  return album;
}

function trackOf(album: AlbumTally, { platformId, name, namedOn }: RecordingPlays): TrackTally {
  let track = album.tracks.get(platformId);
  if (track === undefined) {
    track = { ...emptyTally(), name, namedOn };
    album.tracks.set(platformId, track);
  } else if (namedOn >= track.namedOn) {
    track.name = name;
    track.namedOn = namedOn;
  }
  return track;
}
