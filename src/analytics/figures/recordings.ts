import type { Day } from '../../common/days';

/** A track's plays within one album of one artist. */
export interface TrackTally {
  name: string;
  /** The day `name` was last read on: names change, and the newest is shown. */
  namedOn: Day;
  plays: number;
  /** Milliseconds of listening. */
  ms: number;
}

/** By platform id. */
export type AlbumTracks = Map<string, TrackTally>;

/**
 * What was played, by primary artist, album and track. Only tracks are counted; sums over albums and artists are taken
 * when asked for. Adding is associative and commutative: days may be added one by one or month by month, in any order.
 */
export class Recordings {
  /** By artist name, then album name; plays without an artist or album lie under the blank name. */
  readonly artists = new Map<string, Map<string, AlbumTracks>>();

  /** Where the plays of an album by an artist are added. */
  tracksOf(artist: string, album: string): AlbumTracks {
    let albums = this.artists.get(artist);
    if (albums === undefined) this.artists.set(artist, (albums = new Map<string, AlbumTracks>()));
    let tracks = albums.get(album);
    if (tracks === undefined) albums.set(album, (tracks = new Map<string, TrackTally>()));
    return tracks;
  }
}

/** Adds plays of one track to its album. */
export function addTrack(
  tracks: AlbumTracks,
  platformId: string,
  name: string,
  namedOn: Day,
  plays: number,
  ms: number,
): void {
  const track = tracks.get(platformId);
  if (track === undefined) {
    tracks.set(platformId, { name, namedOn, plays, ms });
    return;
  }
  track.plays += plays;
  track.ms += ms;
  if (namedOn >= track.namedOn) {
    track.name = name;
    track.namedOn = namedOn;
  }
}
