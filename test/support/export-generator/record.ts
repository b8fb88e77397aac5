import type { Song } from './catalogue';
import type { Random } from './random';

/**
 * One record of the platform's extended streaming history. Files from before 2023 carry `username`,
 * `ip_addr_decrypted` and `user_agent_decrypted` instead of `ip_addr`; the audiobook fields came in 2024.
 */
export interface ExtendedRecord {
  ts: string | null;
  username?: string | null;
  platform: string | null;
  ms_played: number;
  conn_country: string | null;
  ip_addr?: string | null;
  ip_addr_decrypted?: string | null;
  user_agent_decrypted?: string | null;
  master_metadata_track_name: string | null;
  master_metadata_album_artist_name: string | null;
  master_metadata_album_album_name: string | null;
  spotify_track_uri: string | null;
  episode_name: string | null;
  episode_show_name: string | null;
  spotify_episode_uri: string | null;
  audiobook_title?: string | null;
  audiobook_uri?: string | null;
  audiobook_chapter_uri?: string | null;
  audiobook_chapter_title?: string | null;
  reason_start: string | null;
  reason_end: string | null;
  shuffle: boolean | null;
  skipped: boolean | null;
  offline: boolean | null;
  offline_timestamp: number | null;
  incognito_mode: boolean | null;
}

const DEVICES = [
  'Android OS 13 API 33 (samsung, SM-G991B)',
  'iOS 17.4 (iPhone14,5)',
  'Windows 10 (10.0.19045; x64)',
  'Linux [x86-64 0]',
  'Partner google cast_tv;Chromecast;;tpapi',
  'OS X 14.4.1 [arm 2]',
];
const STARTS = ['trackdone', 'fwdbtn', 'clickrow', 'playbtn', 'appload', 'remote'];
const CUT_SHORT = [
  'fwdbtn',
  'backbtn',
  'endplay',
  'logout',
  'remote',
  'unexpected-exit',
  'unexpected-exit-while-paused',
];

/** An instant as the export writes it: UTC, whole seconds. */
export function exportTimestamp(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

/** Some names come composed, some decomposed, where `mixed` asks for both spellings. */
function spell(random: Random, name: string | null, mixed: boolean): string | null {
  return mixed && name !== null && random.chance(0.5) ? name.normalize('NFD') : name;
}

function clientFields(random: Random, year: number): Partial<ExtendedRecord> {
  const address = `192.0.2.${random.between(1, 254)}`;
  if (year >= 2023) return { ip_addr: address };
  return { ip_addr_decrypted: address, user_agent_decrypted: random.chance(0.5) ? 'unknown' : null };
}

function offlineTimestamp(random: Random, startMs: number, year: number): number | null {
  if (year < 2019 || random.chance(0.2)) return null;
  return year === 2021 ? startMs : Math.floor(startMs / 1000);
}

/** The record of a play of a song that ended at `endMs`. */
export function playRecord(
  random: Random,
  song: Song,
  endMs: number,
  msPlayed: number,
  mixedSpelling = false,
): ExtendedRecord {
  const year = new Date(endMs).getUTCFullYear();
  const finished = msPlayed >= song.durationMs;
  const offline = random.chance(0.06);
  return {
    ts: exportTimestamp(endMs),
    ...(year < 2023 ? { username: 'listener-one' } : {}),
    platform: random.pick(DEVICES),
    ms_played: msPlayed,
    conn_country: offline ? 'ZZ' : 'DE',
    ...clientFields(random, year),
    master_metadata_track_name: spell(random, song.name, mixedSpelling),
    master_metadata_album_artist_name: spell(random, song.artist, mixedSpelling),
    master_metadata_album_album_name: spell(random, song.album, mixedSpelling),
    spotify_track_uri: song.id === null ? null : `spotify:track:${song.id}`,
    episode_name: null,
    episode_show_name: null,
    spotify_episode_uri: null,
    ...(year >= 2024
      ? { audiobook_title: null, audiobook_uri: null, audiobook_chapter_uri: null, audiobook_chapter_title: null }
      : {}),
    reason_start: random.pick(STARTS),
    reason_end: finished ? 'trackdone' : random.pick(CUT_SHORT),
    shuffle: random.chance(0.4),
    skipped: year < 2020 ? null : !finished && random.chance(0.7),
    offline,
    offline_timestamp: offlineTimestamp(random, endMs - msPlayed, year),
    incognito_mode: random.chance(0.02),
  };
}
