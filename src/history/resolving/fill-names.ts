import type { Track } from '../../catalogue/track.schema';
import { isBlank } from '../../common/text';
import { nameKeysOf } from '../matching/track-forms';
import type { Play, PlayedTrack } from '../play.schema';

/** What the platform has told of a track, as plays say it; '' where it has no name. */
export type NamedTrack = Omit<PlayedTrack, 'platform_id'>;

export function namesOfTrack({ name, artists, album, duration_ms }: Track): NamedTrack {
  return {
    name,
    artist_name: artists[0]?.name ?? '',
    album_name: album?.name ?? '',
    album_image_url: album?.image_url ?? '',
    duration_ms,
  };
}

/**
 * The track of a play with the names that it lacks, and what else is not known of it; null if there is no name to be had.
 * Names that it has stay as they are.
 */
export function fillNames(track: PlayedTrack, known: NamedTrack): PlayedTrack | null {
  const filled: PlayedTrack = {
    ...track,
    name: nameOf(track.name, known.name),
    artist_name: nameOf(track.artist_name, known.artist_name),
    album_name: nameOf(track.album_name, known.album_name),
    album_image_url: track.album_image_url || known.album_image_url,
    duration_ms: track.duration_ms || known.duration_ms,
  };
  const names = ['name', 'artist_name', 'album_name'] as const;
  return names.some((name) => filled[name] !== track[name]) ? filled : null;
}

/** The rows that gain names by what is known, each with the row as it is stored. */
export function fillRows(rows: readonly Play[], known: ReadonlyMap<string, NamedTrack>): Map<Play, Play> {
  const filled = new Map<Play, Play>();
  for (const before of rows) {
    const names = known.get(before.track.platform_id);
    const track = names === undefined ? null : fillNames(before.track, names);
    if (track === null) continue;
    const keys = nameKeysOf({ artistName: track.artist_name, trackName: track.name });
    filled.set(Object.assign({}, before, { track, ...keys }), before);
  }
  return filled;
}

function nameOf(own: string, known: string): string {
  return isBlank(own) && !isBlank(known) ? known : own;
}
