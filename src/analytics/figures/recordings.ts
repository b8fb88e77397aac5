import { isBlank } from '../../common/text';

/** A track's plays within one album of one artist. */
export interface TrackTally {
  /** The platform id. */
  key: string;
  /** As the newest play spells it that has a name; '' if none has. */
  name: string;
  /** When that play ended, seconds since 1970; 0 without a name. */
  namedAt: number;
  /** When the newest play ended, seconds since 1970. */
  playedAt: number;
  plays: number;
  /** Milliseconds of listening. */
  ms: number;
}

/** The tracks of an album that were played. */
export class AlbumTracks {
  /** By platform id. */
  readonly byId = new Map<string, TrackTally>();

  /**
   * Adds plays of a track, in any order.
   * @param playedAt when the newest of them ended, seconds since 1970
   * @param ms milliseconds of listening
   */
  add(
    platformId: string,
    name: string,
    playedAt: number,
    plays: number,
    ms: number,
    namedAt = isBlank(name) ? 0 : playedAt,
  ): void {
    const track = this.byId.get(platformId);
    if (track === undefined) {
      this.byId.set(platformId, { key: platformId, name, namedAt, playedAt, plays, ms });
      return;
    }
    track.plays += plays;
    track.ms += ms;
    if (playedAt > track.playedAt) track.playedAt = playedAt;
    if (isNewerSpelling(name, namedAt, track)) {
      track.name = name;
      track.namedAt = namedAt;
    }
  }
}

/** What was played, by primary artist, album and track, as the plays name them. */
export class Recordings {
  /** By artist name, then album name; what lacks one of them comes under its blank name. */
  readonly artists = new Map<string, Map<string, AlbumTracks>>();

  albumOf(artist: string, album: string): AlbumTracks {
    let albums = this.artists.get(artist);
    if (albums === undefined) this.artists.set(artist, (albums = new Map<string, AlbumTracks>()));
    let tracks = albums.get(album);
    if (tracks === undefined) albums.set(album, (tracks = new AlbumTracks()));
    return tracks;
  }
}

/** Whether a name takes another's place. Of two of one second the first in order is shown, whichever comes first. */
export function isNewerSpelling(name: string, namedAt: number, than: { name: string; namedAt: number }): boolean {
  return namedAt > than.namedAt || (namedAt === than.namedAt && name < than.name);
}
