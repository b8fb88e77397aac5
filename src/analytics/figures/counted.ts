import { type Rankable, topRanked } from './rankings';
import type { Recordings, TrackTally } from './recordings';
import { addTally, emptyTally, isBlank } from './tally';

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

/** The tracks, artists and albums of recordings; what has a blank id or name is not counted. */
export function countRecordings(recordings: Recordings): Counted {
  const tracksById = new Map<string, TrackTally>();
  const artists: Rankable[] = [];
  let albums = 0;
  function* albumsOneByOne(): Generator<Rankable, void> {
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
        if (isBlank(albumName)) continue;
        albums += 1;
        yield album;
      }
      if (!isBlank(artistName)) artists.push(artist);
    }
  }
  const topAlbums = topRanked(albumsOneByOne());
  return {
    trackIds: [...tracksById.keys()],
    trackPlays: Array.from(tracksById.values(), ({ plays }) => plays),
    topTracks: topRanked(tracksOneByOne(tracksById)),
    artists,
    albums,
    topAlbums,
  };
}

function* tracksOneByOne(tracksById: ReadonlyMap<string, TrackTally>): Generator<Rankable, void> {
  for (const [key, { name, plays, ms }] of tracksById) yield { name, key, plays, ms };
}

/** One track met under several albums or artists. */
function mergeTracks(known: TrackTally | undefined, track: TrackTally): TrackTally {
  if (known === undefined) return track;
  // Of two names of one day the first in order is shown, so that the order of reading does not matter.
  const isNewer = track.namedOn === known.namedOn ? track.name < known.name : track.namedOn > known.namedOn;
  const { name, namedOn } = isNewer ? track : known;
  return { name, namedOn, plays: known.plays + track.plays, ms: known.ms + track.ms };
}
