import { Types } from 'mongoose';
import { nameId } from '../../src/catalogue/name-id';
import type { ReportedPlay } from '../../src/history/matching/reported-play';
import type { Written } from '../../src/history/writing/play-tally';
import { type ImportJob, jobUntil } from './api-calls';
import type { Answer, SignedIn, TestApp } from './test-app';

const HISTORY = '/api/v1/history';

/** Whose token calls. */
export type Caller = Pick<SignedIn, 'headers' | 'userId'>;

/** A stored play, as far as tests of deletions look at it. */
export interface StoredPlay {
  _id: unknown;
  track: { platform_id: string; artist_name: string; name: string };
  played_at: Date;
  artist_key: string;
  track_key: string;
}

/** Asks for a deletion; `what` is what follows the history's path. */
export function deletePlays(api: TestApp, { headers }: Caller, what: string): Promise<Answer> {
  return api.call(`${HISTORY}${what}`, { method: 'DELETE', headers });
}

/** The same, and waits for the end of its job. */
export async function playsDeleted(api: TestApp, caller: Caller, what: string): Promise<ImportJob> {
  const { status, body } = await deletePlays(api, caller, what);
  if (status !== 200) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`);
  return jobUntil(api.url, caller.headers, String(body.job_id));
}

/** Loads records as a file, and waits for the end of the import. */
export async function recordsLoaded(api: TestApp, caller: Caller, records: readonly unknown[]): Promise<ImportJob> {
  const form = new FormData();
  form.append('file', new Blob([JSON.stringify(records)]), 'a.json');
  const { body } = await api.call(`${HISTORY}/import`, { method: 'POST', headers: caller.headers, body: form });
  return jobUntil(api.url, caller.headers, String(body.job_id));
}

/** All of a user's plays, oldest first. */
export function rowsOf(api: TestApp, { userId }: Caller): Promise<StoredPlay[]> {
  const history = api.db.collection<StoredPlay>('listening_history');
  return history.find({ user_id: userId }).sort({ played_at: 1, _id: 1 }).toArray();
}

/** Stores a row as some writer does. */
export async function rowInserted(api: TestApp, { userId }: Caller, playedAt = new Date()): Promise<Written> {
  const track = { platform_id: String(new Types.ObjectId()) };
  const row = { user_id: userId, track, played_at: playedAt, artist_key: 'ann', track_key: 'song', seen: {} };
  await api.db.collection('history_names').insertOne({ user_id: userId, artists: ['ann'], tracks: ['song'] });
  await api.db.collection('listening_history').insertOne(row);
  return { more: 1, oldest: playedAt.getTime() };
}

/** What the feed tells of a play; the track's id is made of its names. */
export function playNamed(artist: string, track: string, playedAt: string): ReportedPlay {
  return {
    trackId: nameId(artist, track).slice(5).replace(/[-_]/g, 'x'),
    trackName: track,
    artistName: artist,
    albumName: 'Album',
    playedAt: Date.parse(playedAt),
    msPlayed: 100_000,
  };
}
