import type { Device, Listener, Play } from '../listeners/listener.types';
import { wholeSeconds } from '../timestamps';

/** Years in which the files held null instead of a `skipped` flag. */
const SKIPPED_KNOWN_SINCE = Date.UTC(2020, 0, 1);

const PLATFORMS: Readonly<Record<Device['type'], string>> = {
  Smartphone: 'android',
  Computer: 'linux',
  Speaker: 'cast_to_device',
};

/**
 * A play as the extended streaming history tells it: end of play in whole seconds UTC, what was heard in
 * milliseconds, names and URI of the track or episode, and how the play began and ended.
 */
export function toExtendedRecord(play: Play, listener: Listener): Record<string, unknown> {
  const { msPlayed, device, reasonStart, reasonEnd, shuffle, skipped, offline, incognito, startedAt, endedAt } = play;
  return {
    ts: wholeSeconds(endedAt),
    platform: PLATFORMS[device.type],
    ms_played: msPlayed,
    conn_country: listener.country,
    // From the block that is reserved for documentation (RFC 5737): it belongs to nobody.
    ip_addr: '203.0.113.7',
    ...namesOf(play),
    audiobook_title: null,
    audiobook_uri: null,
    audiobook_chapter_uri: null,
    audiobook_chapter_title: null,
    reason_start: reasonStart,
    reason_end: reasonEnd,
    shuffle,
    skipped: endedAt < SKIPPED_KNOWN_SINCE ? null : skipped,
    offline,
    offline_timestamp: offline ? Math.floor(startedAt / 1_000) : null,
    incognito_mode: incognito,
  };
}

function namesOf(play: Play): Record<string, string | null> {
  const music = play.kind === 'music' ? play.track : null;
  const episode = play.kind === 'episode' ? play : null;
  return {
    master_metadata_track_name: music?.name ?? null,
    master_metadata_album_artist_name: music?.album.artists[0]?.name ?? null,
    master_metadata_album_album_name: music?.album.name ?? null,
    spotify_track_uri: music && `spotify:track:${music.id}`,
    episode_name: episode?.episode.name ?? null,
    episode_show_name: episode?.show.name ?? null,
    spotify_episode_uri: episode && `spotify:episode:${episode.episode.id}`,
  };
}
