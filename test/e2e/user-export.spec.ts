import { HistoryWriter } from '../../src/history/history-writer.service';
import type { ReportedPlay } from '../../src/history/matching/reported-play';
import { jobUntil, type ImportJob } from '../support/api-calls';
import { archiveEntries } from '../support/archive-entries';
import { fill } from '../support/contract/filled-user';
import { rawZip } from '../support/raw-zip';
import { accountRecord, extendedRecord } from '../support/small-uploads';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';
import { midnightPassed } from '../support/times-of-day';
import { DAY_MS } from '../../src/common/durations';

const EXPORT = '/api/v1/users/me/export';
/** Noon of a day some weeks ago, so that plays lie in several periods. */
const START = Math.floor(Date.now() / DAY_MS - 40) * DAY_MS + DAY_MS / 2;
const PERIODS = ['week', 'month', 'quarter', 'year', 'all_time'];

/** The n-th play, one a day, of a track with an id. */
function playAt(day: number): { id: string; at: number; name: string } {
  return { id: String(day % 7).repeat(22), at: START + day * DAY_MS + 345, name: `Song ${day % 7}` };
}

function fed(day: number): ReportedPlay {
  const { id, at, name } = playAt(day);
  const names = { trackName: name, artistName: 'Ann', albumName: 'Album' };
  return { trackId: id, ...names, playedAt: at, msPlayed: null, durationMs: 180_000 };
}

function extended(day: number): object {
  const { id, at, name } = playAt(day);
  return extendedRecord({
    ts: `${new Date(at).toISOString().slice(0, 19)}Z`,
    master_metadata_track_name: name,
    spotify_track_uri: `spotify:track:${id}`,
    ms_played: 90_000 + day,
  });
}

function account(day: number, name = playAt(day).name): object {
  const endTime = new Date(playAt(day).at).toISOString().slice(0, 16).replace('T', ' ');
  return accountRecord({ endTime, trackName: name, msPlayed: 60_000 + day });
}

describe('the export of everything that is kept of a user', () => {
  let api: TestApp;
  let ann: SignedIn;

  beforeAll(async () => {
    api = await createTestApp();
    ann = await api.signIn('ann');
  });
  afterAll(() => api.close());

  async function loaded(as: SignedIn, name: string, content: string | Buffer): Promise<ImportJob> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
    const { body } = await api.call('/api/v1/history/import', { method: 'POST', as, body: form });
    return jobUntil(api.url, as.headers, String(body.job_id));
  }
  async function load(as: SignedIn, name: string, content: string | Buffer): Promise<ImportJob> {
    const job = await loaded(as, name, content);
    expect(job).toMatchObject({ status: 'completed', error_message: '' });
    return job;
  }
  async function download(as: SignedIn): Promise<{ headers: Headers; archive: Buffer; files: Map<string, string> }> {
    const response = await fetch(`${api.url}${EXPORT}`, {
      headers: { ...as.headers, 'accept-encoding': 'gzip, deflate' },
    });
    expect(response.status).toBe(200);
    const archive = Buffer.from(await response.arrayBuffer());
    const entries = await archiveEntries(archive);
    return { headers: response.headers, archive, files: new Map(entries.map(({ name, text }) => [name, text])) };
  }
  const linesOf = (text = ''): Record<string, unknown>[] =>
    text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]));
  const figuresOf = (as: SignedIn): Promise<unknown[]> =>
    Promise.all(
      PERIODS.flatMap((period) => [
        api.call(`/api/v1/analytics/overview?period=${period}`, { as }),
        api.call(`/api/v1/analytics/trend?period=${period}`, { as }),
        api.call(`/api/v1/tracks/top?period=${period}`, { as }),
      ]).map(async (answer) => {
        const { body } = await answer;
        return { ...body, computed_at: null };
      }),
    );
  /** Plays as they count: what was never told of the listening time counts in full. */
  const playsOf = async ({ userId }: SignedIn): Promise<unknown[]> => {
    const rows = await api.db.collection('listening_history').find({ user_id: userId }).toArray();
    const line = ({ track, played_at, ms_played }: (typeof rows)[number]): string => {
      const { platform_id, name, artist_name, album_name, duration_ms } = track as Record<string, unknown>;
      const second = (played_at as Date).toISOString().slice(0, 19);
      return [second, platform_id, name, artist_name, album_name, ms_played ?? duration_ms].join(' | ');
    };
    return rows.map(line).sort();
  };

  it('is empty but for the profile at first, and a whole zip', async () => {
    const { headers, files } = await download(await api.signIn('nobody'));
    expect(headers.get('content-type')).toBe('application/zip');
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="playledger-export-\d{4}-\d\d-\d\d\.zip"$/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-encoding')).toBeNull();
    expect(linesOf(files.get('profile.jsonl'))).toMatchObject([{ platform_id: 'nobody', timezone: 'UTC' }]);
    expect(linesOf(files.get('history.jsonl'))).toEqual([]);
  });

  it('needs a session, and a user', async () => {
    expect((await api.call(EXPORT)).status).toBe(401);
    const gone = await api.signIn('gone');
    await api.db.collection('users').deleteOne({ platform_id: 'gone' });
    expect((await api.call(EXPORT, { as: gone })).status).toBe(401);
  });

  it('gives a fresh user the same plays and figures, and whoever has them nothing', async () => {
    // Days 0 to 9 by the feed, 5 to 14 by the extended history, 12 to 19 by account data.
    await api.app.get(HistoryWriter).write(
      ann.userId,
      'api',
      Array.from({ length: 10 }, (_, day) => fed(day)),
    );
    const localFile = { ms_played: 1_000, spotify_track_uri: null, master_metadata_track_name: 'Tape' };
    const nameless = {
      ts: '2023-01-01T00:00:00.5Z',
      master_metadata_track_name: null,
      master_metadata_album_artist_name: null,
      master_metadata_album_album_name: null,
    };
    const exact = [...Array.from({ length: 10 }, (_, day) => extended(day + 5)), extendedRecord(localFile)];
    await load(ann, 'extended.json', JSON.stringify([...exact, extendedRecord(nameless)]));
    const byName = Array.from({ length: 8 }, (_, day) => account(day + 12));
    await load(ann, 'account.json', JSON.stringify([...byName, account(30, 'Never heard elsewhere')]));
    expect(await playsOf(ann)).toHaveLength(23);

    const { archive } = await download(ann);
    const bert = await api.signIn('bert');
    const taken = await load(bert, 'playledger-export.zip', archive);
    expect(taken.report).toMatchObject({ records: 23, stored: 23, merged: 0 });
    expect(await playsOf(bert)).toEqual(await playsOf(ann));
    await midnightPassed();
    const figures = await figuresOf(ann);
    expect(await figuresOf(bert)).toEqual(figures);

    expect((await load(ann, 'playledger-export.zip', archive)).report).toMatchObject({ records: 23, stored: 0 });
    expect((await load(bert, 'playledger-export.zip', archive)).report).toMatchObject({ stored: 0, merged: 0 });
    expect(await figuresOf(ann)).toEqual(figures);
    // What the platform's own exports tell is known to whoever has loaded this one.
    expect((await load(bert, 'extended.json', JSON.stringify(exact))).report).toMatchObject({ stored: 0, merged: 0 });
    expect((await load(bert, 'account.json', JSON.stringify(byName))).report).toMatchObject({ stored: 0 });
  }, 180_000);

  it('loses no play though its history breaks off, since it has them all in another form', async () => {
    const cora = await api.signIn('cora');
    await api.app.get(HistoryWriter).write(
      cora.userId,
      'api',
      Array.from({ length: 10 }, (_, day) => fed(day)),
    );
    await load(cora, 'extended.json', JSON.stringify(Array.from({ length: 10 }, (_, day) => extended(day + 5))));
    await load(cora, 'account.json', JSON.stringify([account(30, 'Never heard elsewhere')]));
    const { files } = await download(cora);
    const broken = rawZip(
      Array.from(files, ([name, text]) => ({
        name,
        content: name === 'history.jsonl' ? text.slice(0, text.length / 2) : text,
      })),
    );
    const dina = await api.signIn('dina');
    const job = await loaded(dina, 'playledger-export.zip', broken);
    expect(job).toMatchObject({
      status: 'failed',
      error_message: expect.stringContaining('history.jsonl" is cut off') as string,
      report: { stored: 16 },
    });
    expect(await playsOf(dina)).toEqual(await playsOf(cora));
  }, 60_000);

  it('holds every record, without the secrets and without what is somebody else’s', async () => {
    await fill(api, ann, { mark: 'annsmark', plays: 3, playlists: 2, jobs: 1, calls: 2 });
    await fill(api, await api.signIn('carl'), { mark: 'carlsmark', plays: 3, playlists: 2, jobs: 1, calls: 2 });
    const sealed = { refresh_token_encrypted: 'sealed-refresh', access_token_encrypted: 'sealed-access' };
    const link = { user_id: ann.userId, ...sealed, expires_at: new Date(), scope: 'a b', broken: false };
    await api.db.collection('platform_tokens').insertOne(link);
    const { files } = await download(ann);
    const everything = [...files.values()].join('\n');
    expect(everything).not.toMatch(/carlsmark|sealed-|email_encrypted/);
    expect(linesOf(files.get('platform-link.jsonl'))).toMatchObject([{ linked: true, scope: 'a b' }]);
    const rows = await api.db.collection('listening_history').find({ user_id: ann.userId }).toArray();
    const byId = new Map(rows.map(({ _id, ...row }) => [String(_id), JSON.parse(JSON.stringify(row)) as unknown]));
    expect(new Map(linesOf(files.get('history.jsonl')).map(({ id, ...row }) => [id, row]))).toEqual(byId);
    expect(linesOf(files.get('playlists.jsonl'))).toHaveLength(2);
    expect(linesOf(files.get('api-logs.jsonl'))).toHaveLength(2);
    expect(JSON.stringify(linesOf(files.get('jobs.jsonl')))).toContain('annsmark failed');
    for (const kind of ['tracks', 'artists', 'albums'])
      expect(JSON.stringify(linesOf(files.get(`catalogue/${kind}.jsonl`)))).toContain('annsmark');
    const { 'README.txt': readme = '', ...others } = Object.fromEntries(files);
    for (const name of Object.keys(others)) expect(readme).toContain(name);
  });

  it('puts a long history into several files, and none holds two years', async () => {
    const dora = await api.signIn('dora');
    const from = Date.UTC(2021, 11, 31, 12);
    const rows = Array.from({ length: 31_000 }, (_, index) => {
      const played_at = new Date(from + index * 60_000);
      return {
        user_id: dora.userId,
        track: { platform_id: 'x'.repeat(22), name: 'X' },
        played_at,
        ms_played: 1,
        seen: {},
      };
    });
    await api.db.collection('listening_history').insertMany(rows);
    const { files } = await download(dora);
    const sizes = [...files]
      .filter(([name]) => name.startsWith('platform-format/'))
      .map(([name, text]) => [name, (JSON.parse(text) as unknown[]).length]);
    expect(sizes).toEqual([
      ['platform-format/Streaming_History_Audio_2021_0.json', 720],
      ['platform-format/Streaming_History_Audio_2022_1.json', 15_000],
      ['platform-format/Streaming_History_Audio_2022_2.json', 15_000],
      ['platform-format/Streaming_History_Audio_2022_3.json', 280],
    ]);
  }, 180_000);
});
