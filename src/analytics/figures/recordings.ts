import type { Day } from '../../common/days';

/** Takes up what was listened to, album by album. */
export interface ListeningSink {
  /** Where the plays of an album by an artist are added; what lacks one of them comes under its blank name. */
  albumOf(artist: string, album: string): AlbumSink;
}

export interface AlbumSink {
  /**
   * @param namedOn the day the name was last read on: names change, and the newest is shown
   * @param ms milliseconds of listening
   */
  add(platformId: string, name: string, namedOn: Day, plays: number, ms: number): void;
}

/** A track's plays within one album of one artist. */
export interface TrackTally {
  name: string;
  /** The day `name` was last read on. */
  namedOn: Day;
  plays: number;
  /** Milliseconds of listening. */
  ms: number;
}

/** The tracks of an album that were played. */
export class AlbumTracks implements AlbumSink {
  readonly byId = new Map<string, TrackTally>();

  add(platformId: string, name: string, namedOn: Day, plays: number, ms: number): void {
    const track = this.byId.get(platformId);
    if (track === undefined) {
      this.byId.set(platformId, { name, namedOn, plays, ms });
      return;
    }
    track.plays += plays;
    track.ms += ms;
    if (namedOn >= track.namedOn) {
      track.name = name;
      track.namedOn = namedOn;
    }
  }
}

/** What was played, by primary artist, album and track. */
export class Recordings implements ListeningSink {
  /** By artist name, then album name. */
  readonly artists = new Map<string, Map<string, AlbumTracks>>();

  albumOf(artist: string, album: string): AlbumTracks {
    let albums = this.artists.get(artist);
    if (albums === undefined) this.artists.set(artist, (albums = new Map<string, AlbumTracks>()));
    let tracks = albums.get(album);
    if (tracks === undefined) albums.set(album, (tracks = new AlbumTracks()));
    return tracks;
  }
}
