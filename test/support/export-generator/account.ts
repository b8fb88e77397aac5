import type { RecordKind } from './edge-cases';
import { generatePlays, type HistoryOptions } from './history';
import type { ExtendedRecord } from './record';

/** One record of the account data's history: `endTime` is the end of the play, cut to the minute. */
export interface AccountTrackRecord {
  endTime: string;
  artistName: string;
  trackName: string;
  msPlayed: number;
}

export interface AccountPodcastRecord {
  endTime: string;
  podcastName: string;
  episodeName: string;
  msPlayed: number;
}

export type AccountRecord = AccountTrackRecord | AccountPodcastRecord;

/** Kinds that the account data lists too. The rest could not be read, or have no artist. */
const LISTED: ReadonlySet<RecordKind> = new Set<RecordKind>([
  'play',
  'local',
  'null_fields',
  'longest_name',
  'offline_late',
  'repeat_adjacent',
  'repeat_far',
  'same_minute',
  'zero_ms',
  'podcast',
]);

/** What account data has of a play that the extended history has; null for what it does not list. */
export function toAccountRecord(record: ExtendedRecord): AccountRecord | null {
  if (record.ts === null) return null;
  const endTime = record.ts.slice(0, 16).replace('T', ' ');
  const msPlayed = record.ms_played;
  if (record.episode_name !== null) {
    return { endTime, podcastName: record.episode_show_name ?? '', episodeName: record.episode_name, msPlayed };
  }
  if (record.master_metadata_album_artist_name === null || record.master_metadata_track_name === null) return null;
  return {
    endTime,
    artistName: record.master_metadata_album_artist_name,
    trackName: record.master_metadata_track_name,
    msPlayed,
  };
}

export interface AccountOptions {
  /** Days before `endDate` that the account data reaches back; default 365. */
  days?: number;
  /** Which records: the music files hold `music`, the podcast files beside them `podcast`; default both. */
  content?: 'music' | 'podcast' | 'both';
}

/** The account data's view of the same listening as {@link generateHistory} makes of these options. */
export function* generateAccountHistory(
  options: HistoryOptions,
  account: AccountOptions = {},
): Generator<AccountRecord> {
  const { days = 365, content = 'both' } = account;
  const since = new Date(options.endDate.getTime() - days * 86_400_000).toISOString();
  for (const { kind, record } of generatePlays(options)) {
    if (!LISTED.has(kind) || record.ts === null || record.ts < since) continue;
    const listed = toAccountRecord(record);
    if (listed === null) continue;
    if (content !== 'both' && 'podcastName' in listed !== (content === 'podcast')) continue;
    yield listed;
  }
}
