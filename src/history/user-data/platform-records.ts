import { isNameId } from '../../catalogue/name-id';
import type { Play } from '../play.schema';
import { SECOND_MS } from '../../common/durations';

/** A play known by account data alone goes back to where it came from: elsewhere its time would seem exact to the second. */
export function isAccountPlay({ seen }: Play): boolean {
  return seen.account !== undefined && seen.api === undefined && seen.extended === undefined;
}

/**
 * A play as the platform's extended streaming history tells it. The time is the one of that history, so that a later
 * export of the platform's own is known to say the same; for a play that only the feed has told it is the feed's, to the
 * second. How long such a play was listened to nobody has told: it counts in full, as it does in the figures.
 */
export function toExtendedRecord({ track, played_at, ms_played, seen }: Play): object {
  const endedAt = seen.extended ?? new Date(Math.floor(played_at.getTime() / SECOND_MS) * SECOND_MS);
  return {
    ts: endedAt.toISOString().replace('.000Z', 'Z'),
    // The reader takes 0 for a play that never was.
    ms_played: (ms_played ?? track.duration_ms) || 1,
    master_metadata_track_name: track.name || null,
    master_metadata_album_artist_name: track.artist_name || null,
    master_metadata_album_album_name: track.album_name || null,
    // Local files, which have names and no id, stand without an address in the platform's files too.
    spotify_track_uri: isNameId(track.platform_id) ? null : `spotify:track:${track.platform_id}`,
    episode_name: null,
    episode_show_name: null,
    spotify_episode_uri: null,
  };
}

/** A play as the platform's account data tells it: to the minute, and by name. */
export function toAccountRecord({ track, played_at, ms_played, seen }: Play): object {
  return {
    endTime: (seen.account ?? played_at).toISOString().slice(0, 16).replace('T', ' '),
    artistName: track.artist_name,
    trackName: track.name,
    msPlayed: ms_played ?? (track.duration_ms || 1),
  };
}
