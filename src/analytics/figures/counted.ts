import type { Rankable } from './rankings';
import type { Recordings, TrackTally } from './recordings';
import { addTally, emptyTally, isBlank } from './tally';

/** What counts as a track, an artist and an album of the figures. */
export interface Counted {
  /** By platform id, under the newest name. */
  tracks: Rankable[];
  /** By name of the primary artist. */
  artists: Rankable[];
  /** By name and primary artist. */
  albums: Rankable[];
}

/** The tracks, artists and albums of recordings; what has a blank id or name is not counted. */
export function countRecordings(recordings: Recordings): Counted {
  const tracksById = new Map<string, TrackTally>();
  const artists: Rankable[] = [];
  const albums: Rankable[] = [];
  for (const [artistName, byAlbum] of recordings.artists) {
    const artist: Rankable = { name: artistName, key: '', ...emptyTally() };
    for (const [albumName, byTrack] of byAlbum) {
      const album: Rankable = { name: albumName, key: artistName, ...emptyTally() };
      for (const [platformId, track] of byTrack) {
        addTally(album, track);
        if (platformId === '' || isBlank(track.name)) continue;
        tracksById.set(platformId, mergeTracks(tracksById.get(platformId), track));
      }
      addTally(artist, album);
      if (!isBlank(albumName)) albums.push(album);
    }
    if (!isBlank(artistName)) artists.push(artist);
  }
  const tracks = Array.from(tracksById, ([key, { name, plays, ms }]): Rankable => ({ name, key, plays, ms }));
  return { tracks, artists, albums };
}

/** One track met under several albums or artists. */
function mergeTracks(known: TrackTally | undefined, track: TrackTally): TrackTally {
  if (known === undefined) return track;
  // Of two names of one day the first in order is shown, so that the order of reading does not matter.
  const isNewer = track.namedOn === known.namedOn ? track.name < known.name : track.namedOn > known.namedOn;
  const { name, namedOn } = isNewer ? track : known;
  return { name, namedOn, plays: known.plays + track.plays, ms: known.ms + track.ms };
}
