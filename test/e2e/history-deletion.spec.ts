import { HistoryWriter } from '../../src/history/history-writer.service';
import { PlayDeleter } from '../../src/history/deletion/play-deleter.service';
import { HistoryLeases } from '../../src/history/writing/history-leases.service';
import type { ReportedPlay } from '../../src/history/matching/reported-play';
import { type ImportJob, jobUntil } from '../support/api-calls';
import { generateHistory } from '../support/export-generator';
import { type Caller, deletePlays, playNamed, playsDeleted, recordsLoaded, rowsOf } from '../support/history-calls';
import { oracleOverview, type OraclePeriod, type OracleState, oracleTrend, runOracle } from '../support/oracle';
import { createTestApp, type Answer, type SignedIn, type TestApp } from '../support/test-app';
import { onOneDay } from '../support/times-of-day';

const HISTORY = '/api/v1/history';
const PERIODS: OraclePeriod[] = ['month', 'year', 'all_time'];
const now = new Date();

describe('deleting plays', () => {
  let api: TestApp;
  let user: SignedIn;

  beforeAll(async () => {
    api = await createTestApp();
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    user = await api.signIn();
  });

  const remove = (path: string, caller: Caller = user): Promise<Answer> => deletePlays(api, caller, path);
  const removed = (path: string, caller: Caller = user): Promise<ImportJob> => playsDeleted(api, caller, path);
  const write = (plays: ReportedPlay[]): Promise<unknown> =>
    api.app.get(HistoryWriter).write(user.userId, 'api', plays);
  const tracks = async (): Promise<string[]> => (await rowsOf(api, user)).map(({ track }) => track.name);

  /** Holds figures and names to what is left, as it is counted without the service. */
  async function expectFigures(oracle: OracleState): Promise<void> {
    const get = async (path: string): Promise<Record<string, unknown>> => (await api.call(path, { as: user })).body;
    for (const period of PERIODS) {
      const { told, at } = await onOneDay('UTC', async () => ({
        overview: await get(`/api/v1/analytics/overview?period=${period}`),
        tracks: await get(`/api/v1/tracks/top?period=${period}&limit=100`),
        trend: await get(`/api/v1/analytics/trend?period=${period}`),
      }));
      const { overview, tracks, trend } = told;
      const { top10, top100, ...figures } = oracleOverview(oracle, 'UTC', period, at);
      expect(overview).toMatchObject(figures);
      const counts = (entries: unknown): unknown[] =>
        (entries as { name: string; play_count: number }[]).map(({ name, play_count }) => [name, play_count]);
      expect(counts(overview.top_artists)).toEqual(counts(top10.artists));
      expect(counts(overview.top_albums)).toEqual(counts(top10.albums));
      const names = (tracks.items as { name: string }[]).map(({ name }) => name);
      expect(names).toEqual(top100.tracks.map(({ name }) => name));
      expect(trend).toEqual(oracleTrend(oracle, 'UTC', period, at));
    }
    expect(await get('/api/v1/analytics/rollup-status')).toMatchObject({ complete: true });
    const lists = await api.db.collection('history_names').find({ user_id: user.userId }).toArray();
    const names = (kind: string): string[] => [...new Set(lists.flatMap((list) => list[kind] as string[]))].sort();
    const rows = await rowsOf(api, user);
    expect(names('artists')).toEqual([...new Set(rows.map(({ artist_key }) => artist_key))].sort());
    expect(names('tracks')).toEqual([...new Set(rows.map(({ track_key }) => track_key))].sort());
  }

  it('leaves the figures of what is left, whatever goes, to the last play', async () => {
    const records = [...generateHistory({ seed: 77, records: 1_500, years: 2, endDate: now })];
    await recordsLoaded(api, user, records);
    let oracle = runOracle([{ file: 'a', format: 'extended', records }], now);
    await expectFigures(oracle);
    const [{ track } = { track: undefined }] = await rowsOf(api, user);
    const artist = track?.artist_name ?? '';
    const drop = async (path: string, isGone: (row: OracleState['rows'][number]) => boolean): Promise<void> => {
      const left = oracle.rows.filter((row) => !isGone(row));
      const job = await removed(path);
      const deleted = oracle.rows.length - left.length;
      expect(job).toMatchObject({ status: 'completed', job_type: 'rollup_build', items_processed: deleted });
      expect(deleted).toBeGreaterThan(0);
      oracle = { ...oracle, rows: left };
      await expectFigures(oracle);
    };
    await drop(`?artist=${encodeURIComponent(artist)}`, (row) => row.artist.trim() === artist.trim());
    const [from, to] = [30, 10].map((days) => new Date(now.getTime() - days * 86_400_000).toISOString());
    await drop(
      `?start_date=${from}&end_date=${to}`,
      ({ playedAt }) => playedAt >= Date.parse(from ?? '') && playedAt <= Date.parse(to ?? ''),
    );
    await drop('?track=*a*', ({ name }) => name.toLowerCase().includes('a'));
    await drop('?all=true', () => true);
    expect(await rowsOf(api, user)).toEqual([]);
  }, 180_000);

  it('takes a single play away at once', async () => {
    await write([playNamed('Ann', 'One', '2024-03-01T10:00:00Z'), playNamed('Ann', 'Two', '2024-03-02T10:00:00Z')]);
    const [one] = await rowsOf(api, user);
    const { status, body } = await remove(`/${String(one?._id)}`);
    expect({ status, body }).toEqual({
      status: 200,
      body: { job_id: expect.any(String) as string, status: 'pending', items_processed: 1, items_total: 1 },
    });
    expect(await tracks()).toEqual(['Two']);
    expect(await jobUntil(api.url, user.headers, String(body.job_id))).toMatchObject({ status: 'completed' });
    const overview = await api.call('/api/v1/analytics/overview', { as: user });
    expect(overview.body).toMatchObject({ total_tracks_played: 1, period_start: '2024-03-02T00:00:00.000Z' });
    expect((await remove(`/${String(one?._id)}`)).status).toBe(404);
  });

  it('keeps nobody from writing for an id that can be no play’s', async () => {
    const acquire = jest.spyOn(api.app.get(HistoryLeases), 'acquire');
    expect((await remove('/nonsense')).status).toBe(404);
    expect(acquire).not.toHaveBeenCalled();
    expect((await remove(`/${'0'.repeat(24)}`)).status).toBe(404);
    expect(acquire).toHaveBeenCalledTimes(1);
    acquire.mockRestore();
  });

  it('is 404 for what is no play, or somebody else’s, and needs a session', async () => {
    await write([playNamed('Ann', 'One', '2024-03-01T10:00:00Z')]);
    const [one] = await rowsOf(api, user);
    const stranger = await api.signIn();
    for (const id of ['nonsense', '0'.repeat(24), 'twelve bytes', user.userId])
      expect(await remove(`/${id}`)).toMatchObject({ status: 404, body: { detail: 'There is no play with this id' } });
    expect((await remove(`/${String(one?._id)}`, stranger)).status).toBe(404);
    expect((await removed('?artist=Ann', stranger)).items_processed).toBe(0);
    expect((await removed('?all=true', stranger)).items_processed).toBe(0);
    for (const path of ['', `/${String(one?._id)}`])
      expect((await api.call(`${HISTORY}${path}`, { method: 'DELETE' })).status).toBe(401);
    expect(await tracks()).toEqual(['One']);
  });

  it('means by its filters what the list means', async () => {
    await api.call('/api/v1/users/me', { method: 'PATCH', as: user, json: { timezone: 'Asia/Tokyo' } });
    await write([
      playNamed('Ann', 'Rain', '2024-03-01T14:59:59Z'),
      playNamed('Ann', 'Snow', '2024-03-01T15:00:00Z'),
      playNamed('Bob', 'Rainbow', '2024-03-05T10:00:00Z'),
      playNamed('Bob', 'Hail', '2024-03-06T10:00:00Z'),
    ]);
    for (const [query, left] of [
      // The first of March ends at 15:00 UTC in Tokyo.
      ['?end_date=2024-03-01', ['Snow', 'Rainbow', 'Hail']],
      ['?track=rain', ['Snow', 'Rainbow', 'Hail']],
      ['?artist=BOB&track=rain*', ['Snow', 'Hail']],
      ['?artist=ann&start_date=2024-03-03', ['Snow', 'Hail']],
      ['?start_date=2024-03-06T10:00:00Z', ['Snow']],
    ] as const) {
      const total = (await api.call(`${HISTORY}${query}`, { as: user })).body.total;
      const { body } = await remove(query);
      expect(body).toMatchObject({ status: 'pending', items_processed: 0, items_total: total });
      const job = await jobUntil(api.url, user.headers, String(body.job_id));
      expect(job).toMatchObject({ status: 'completed', items_processed: total });
      expect(await tracks()).toEqual(left);
    }
  });

  it.each([
    ['', 'missing'],
    ['?all=false', 'missing'],
    ['?all=yes', 'enum'],
    ['?all=', 'enum'],
    ['?all=true&all=true', 'enum'],
    ['?start_date=soon', 'datetime_parsing'],
    ['?artist=Ann&end_date=', 'datetime_parsing'],
    ['?artist=Ann&artist=Ben', 'string_type'],
    ['?artist=', 'string_too_short'],
    ['?artist=%20&start_date=2024-01-01', 'string_too_short'],
    ['?artist=Ann&track=', 'string_too_short'],
    ['?all=true&track=%C2%A0', 'string_too_short'],
  ])('deletes nothing, and says how, for "%s"', async (query, type) => {
    await write([playNamed('Ann', 'One', '2024-03-01T10:00:00Z')]);
    const { status, body } = await remove(query);
    expect(status).toBe(422);
    expect(body.detail).toEqual([expect.objectContaining({ type, msg: expect.any(String) as string })]);
    expect(await tracks()).toEqual(['One']);
  });

  it.each([
    ['?artist=Ann&strat_date=2024-03-02', ['strat_date']],
    ['?all=true&Artist=Ben', ['Artist']],
    ['?page=1&limit=10', ['page', 'limit']],
    ['?artist=Ann&artist[]=Ben', ['artist[]']],
    ['?artist=Ann&user_id=&user_id=', ['user_id']],
    ['?artist=Ann&=', ['']],
    ['?artist=Ann&__proto__=x&constructor=x&prototype=x', ['__proto__', 'constructor', 'prototype']],
    ['?artist=Ann&hasOwnProperty=x&toString=x', ['hasOwnProperty', 'toString']],
  ])(
    'deletes nothing where a parameter may be misspelt or be meant to keep something: "%s"',
    async (query, unknown) => {
      await write([playNamed('Ann', 'One', '2024-03-01T10:00:00Z')]);
      const { status, body } = await remove(query);
      expect(status).toBe(422);
      expect(body.detail).toEqual(
        unknown.map((name) => ({
          loc: ['query', name],
          msg: `There is no "${name}" here. What there is: all, artist, end_date, start_date, track`,
          type: 'extra_forbidden',
        })),
      );
      expect(await tracks()).toEqual(['One']);
    },
  );

  it('can be cancelled, and what is gone then is gone from the figures', async () => {
    const from = Date.parse('2024-01-01T00:00:00Z');
    const plays = Array.from({ length: 2_500 }, (_, index) =>
      playNamed('Ann', `Song ${index % 9}`, new Date(from + index * 600_000).toISOString()),
    );
    await write(plays);
    const deleter = api.app.get(PlayDeleter, { strict: false });
    const deleteNewest = deleter.deleteNewest.bind(deleter);
    const spy = jest.spyOn(deleter, 'deleteNewest').mockImplementationOnce(async (...batch) => {
      const [job] = (await api.call('/api/v1/sync-jobs?status=running', { as: user })).body.items as { id: string }[];
      await api.call(`/api/v1/sync-jobs/${job?.id}/cancel`, { method: 'POST', as: user });
      return deleteNewest(...batch);
    });
    const job = await removed('?artist=ann');
    spy.mockRestore();
    expect(job).toMatchObject({
      status: 'failed',
      error_message: 'cancelled',
      items_processed: 1_000,
      items_total: 2_500,
    });
    // The newest went first.
    expect((await rowsOf(api, user)).at(-1)?.played_at.getTime()).toBe(from + 1_499 * 600_000);
    const overview = await api.call('/api/v1/analytics/overview', { as: user });
    expect(overview.body.total_tracks_played).toBe(1_500);
  });
});
