import { matchKey } from '../../common/text';
import { type Heard, type Song, songKey } from './heard';

/** A track that was heard today or on one of the six days before is not recommended. */
export const RESTING_DAYS = 7;
const MOST_OF_ONE_ARTIST = 2;

/** The first so many of the tracks, without what was heard in the last days, twice the same song, or a third by an artist. */
export function choose<Track extends Song>(tracks: readonly Track[], heard: Heard, limit: number): Track[] {
  const chosen: Track[] = [];
  const songs = new Set<string>();
  const byArtist = new Map<string, number>();
  for (const track of tracks) {
    if (chosen.length === limit) break;
    const song = songKey(track);
    const artists = new Set(track.artists.map(({ name }) => matchKey(name)));
    const isOneTooMany = [...artists].some((artist) => (byArtist.get(artist) ?? 0) >= MOST_OF_ONE_ARTIST);
    if (songs.has(song) || isOneTooMany || heard.daysSince(track) < RESTING_DAYS) continue;
    chosen.push(track);
    songs.add(song);
    for (const artist of artists) byArtist.set(artist, (byArtist.get(artist) ?? 0) + 1);
  }
  return chosen;
}
