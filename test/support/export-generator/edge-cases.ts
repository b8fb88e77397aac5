import type { Song } from './catalogue';
import type { Random } from './random';
import { exportTimestamp, playRecord, type ExtendedRecord } from './record';

/** What a generated record is; everything but `play` is made only when the history is not `clean`. */
export type RecordKind =
  | 'play'
  | 'local'
  | 'anonymous'
  | 'null_fields'
  | 'longest_name'
  | 'offline_late'
  | 'repeat_adjacent'
  | 'repeat_far'
  | 'same_minute'
  | 'podcast'
  | 'audiobook'
  | 'nothing'
  | 'zero_ms'
  | 'zero_ms_bad_date'
  | 'bad_date'
  | 'future_date'
  | 'negative_ms'
  | 'fractional_ms'
  | 'long_name'
  | 'oversize';

/** The kinds that take turns in a history, in this order. */
export const EDGE_KINDS: readonly RecordKind[] = [
  'podcast',
  'zero_ms',
  'repeat_adjacent',
  'offline_late',
  'local',
  'bad_date',
  'audiobook',
  'repeat_far',
  'null_fields',
  'future_date',
  'zero_ms_bad_date',
  'nothing',
  'podcast',
  'negative_ms',
  'anonymous',
  'long_name',
  'offline_late',
  'fractional_ms',
  'longest_name',
  'oversize',
];

const BAD_DATES: readonly (string | null)[] = ['not a date', '2021-02-30T10:00:00Z', '', '2021-13-01T00:00:00Z', null];
const DAY = 86_400_000;

const NO_TRACK = {
  master_metadata_track_name: null,
  master_metadata_album_artist_name: null,
  master_metadata_album_album_name: null,
  spotify_track_uri: null,
};

/** What an edge record is made from: `turn` counts the records of its kind, from 0. */
export interface EdgeContext {
  random: Random;
  song: Song;
  /** End of the play and of the whole history, in epoch milliseconds. */
  endMs: number;
  historyEndMs: number;
  msPlayed: number;
  turn: number;
}

function longName(base: ExtendedRecord, turn: number): ExtendedRecord {
  const field = (
    ['master_metadata_track_name', 'master_metadata_album_artist_name', 'master_metadata_album_album_name'] as const
  )[turn % 3];
  return field === undefined ? base : { ...base, [field]: 'Overlong '.repeat(150) };
}

/** Makes the record of an edge case; null for a plain play and for what repeats an earlier record. */
export function edgeRecord(kind: RecordKind, context: EdgeContext): ExtendedRecord | null {
  const { random, song, endMs, historyEndMs, msPlayed, turn } = context;
  const base = playRecord(random, song, endMs, msPlayed);
  switch (kind) {
    case 'podcast':
      return {
        ...base,
        ...NO_TRACK,
        episode_name: `Episode ${turn + 1}`,
        episode_show_name: 'Talk of the Town',
        spotify_episode_uri: 'spotify:episode:0000000000000000000000',
      };
    case 'audiobook':
      return {
        ...base,
        ...NO_TRACK,
        audiobook_title: 'The Long Walk Home',
        audiobook_uri: 'spotify:show:0000000000000000000001',
        audiobook_chapter_uri: 'spotify:episode:0000000000000000000002',
        audiobook_chapter_title: `Chapter ${turn + 1}`,
      };
    case 'nothing':
      return { ...base, ...NO_TRACK };
    case 'zero_ms':
      return { ...base, ms_played: 0 };
    case 'zero_ms_bad_date':
      return { ...base, ms_played: 0, ts: BAD_DATES[turn % BAD_DATES.length] ?? null };
    case 'bad_date':
      return { ...base, ts: BAD_DATES[turn % BAD_DATES.length] ?? null };
    case 'future_date':
      return { ...base, ts: exportTimestamp(historyEndMs + (36_500 + turn) * DAY) };
    case 'negative_ms':
      return { ...base, ms_played: -msPlayed };
    case 'fractional_ms':
      return { ...base, ms_played: msPlayed + 0.5 };
    case 'long_name':
      return longName(base, turn);
    case 'oversize':
      return { ...base, user_agent_decrypted: 'x'.repeat(70_000) };
    case 'local':
    case 'anonymous':
    case 'longest_name':
      return base;
    case 'offline_late':
      return { ...base, offline: true, conn_country: 'ZZ' };
    case 'null_fields':
      return {
        ...base,
        platform: null,
        conn_country: null,
        master_metadata_album_album_name: null,
        reason_start: null,
        reason_end: null,
        shuffle: null,
        skipped: null,
        offline: null,
        offline_timestamp: null,
        incognito_mode: null,
      };
    default:
      return null;
  }
}
