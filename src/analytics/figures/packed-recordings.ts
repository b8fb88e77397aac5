import type { Day } from '../../common/days';
import { addTrack, type Recordings } from './recordings';

type PackedTrack = [platformId: string, name: string, namedOn: Day, plays: number, ms: number];
type PackedAlbum = [name: string, tracks: PackedTrack[]];
type PackedArtist = [name: string, albums: PackedAlbum[]];

/**
 * Recordings as one JSON text of nested lists. A month holds thousands of tracks: read as one string
 * they cost a fraction of what as many stored sub-documents would, and the names of artists and albums stand once.
 */
export function packRecordings(recordings: Recordings): string {
  const packed: PackedArtist[] = Array.from(recordings.artists, ([artist, albums]) => [
    artist,
    Array.from(albums, ([album, tracks]): PackedAlbum => [
      album,
      Array.from(tracks, ([platformId, { name, namedOn, plays, ms }]): PackedTrack => [
        platformId,
        name,
        namedOn,
        plays,
        ms,
      ]),
    ]),
  ]);
  return JSON.stringify(packed);
}

/** Adds what `packRecordings` packed. */
export function addPacked(recordings: Recordings, text: string): void {
  for (const [artist, albums] of JSON.parse(text) as PackedArtist[]) {
    for (const [album, packed] of albums) {
      const tracks = recordings.tracksOf(artist, album);
      for (const [platformId, name, namedOn, plays, ms] of packed)
        addTrack(tracks, platformId, name, namedOn, plays, ms);
    }
  }
}
