import type { Day } from '../../common/days';
import type { Rankable } from './rankings';
import type { Recordings } from './recordings';
import { addTally, isBlank } from './tally';

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
  const tracks = new Map<string, Rankable & { namedOn: Day }>();
  const artists: Rankable[] = [];
  const albums: Rankable[] = [];
  for (const [artistName, artist] of recordings.artists) {
    if (!isBlank(artistName)) artists.push({ name: artistName, key: '', plays: artist.plays, ms: artist.ms });
    for (const [albumName, album] of artist.albums) {
      if (!isBlank(albumName)) albums.push({ name: albumName, key: artistName, plays: album.plays, ms: album.ms });
      for (const [platformId, track] of album.tracks) {
        const known = tracks.get(platformId);
        if (known === undefined) tracks.set(platformId, { key: platformId, ...track });
        else addSameTrack(known, track);
      }
    }
  }
  tracks.delete('');
  return { tracks: [...tracks.values()], artists, albums };
}

function addSameTrack(known: Rankable & { namedOn: Day }, track: Omit<Rankable & { namedOn: Day }, 'key'>): void {
  addTally(known, track);
  // Two names of one day: the one first in order, so that the order of reading does not matter.
  if (track.namedOn > known.namedOn || (track.namedOn === known.namedOn && track.name < known.name)) {
    known.name = track.name;
    known.namedOn = track.namedOn;
  }
}
