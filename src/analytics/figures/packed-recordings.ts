import { daysOfMonth, eachDay } from '../../common/days';
import { addTrack, type Recordings } from './recordings';

/** `namedOn` is the day of the month. */
type PackedTrack = [platformId: string, name: string, namedOn: number, plays: number, ms: number];
type PackedAlbum = [name: string, tracks: PackedTrack[]];
type PackedArtist = [name: string, albums: PackedAlbum[]];

/**
 * A month's recordings as one JSON text of nested lists. A month holds thousands of tracks: read as one string
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
        Number(namedOn.slice(-2)),
        plays,
        ms,
      ]),
    ]),
  ]);
  return JSON.stringify(packed);
}

/** Adds what `packRecordings` packed of a month (`YYYY-MM`). */
export function addPacked(recordings: Recordings, month: string, text: string): void {
  const { first, last } = daysOfMonth(month);
  const days = eachDay(first, last);
  for (const [artist, albums] of JSON.parse(text) as PackedArtist[]) {
    for (const [album, packed] of albums) {
      const tracks = recordings.tracksOf(artist, album);
      for (const [platformId, name, namedOn, plays, ms] of packed) {
        addTrack(tracks, platformId, name, days[namedOn - 1] ?? last, plays, ms);
      }
    }
  }
}
