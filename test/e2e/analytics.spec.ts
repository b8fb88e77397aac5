import { setTimeout as sleep } from 'node:timers/promises';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { StoredDailyRollup } from '../../src/analytics/rollups/daily-rollup.schema';
import { StoredMonthlyRollup } from '../../src/analytics/rollups/monthly-rollup.schema';
import { Artist } from '../../src/catalogue/artist.schema';
import { CatalogueStubs } from '../../src/catalogue/catalogue-stubs.service';
import { Track } from '../../src/catalogue/track.schema';
import { addDays } from '../../src/common/days';
import { PERIODS } from '../../src/common/periods';
import { JOBS_CONNECTION } from '../../src/database/connections';
import { HistoryChanges } from '../../src/history/history-changes.service';
import { HistoryWriter } from '../../src/history/history-writer.service';
import type { ReportedPlay } from '../../src/history/matching/reported-play';
import { jobUntil } from '../support/api-calls';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Names that stored field names, maps and patterns have trouble with. */
const ODD_NAMES = ['will.i.am', '$uicideboy$', '__proto__', 'constructor', 'a.b.$c', '東京事変'];

function play(number: number, playedAt: number, change: Partial<ReportedPlay> = {}): ReportedPlay {
  const padded = String(number).padStart(22, '0');
  const names = { trackName: `Song ${number}`, artistName: `Artist ${number}`, albumName: `Album ${number}` };
  return { trackId: padded, ...names, playedAt, msPlayed: 100_000, ...change };
}

describe('analytics', () => {
  let api: TestApp;
  let user: SignedIn;

  beforeAll(async () => {
    api = await createTestApp();
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    user = await api.signIn();
  });

  const today = (): number => Math.floor(Date.now() / DAY) * DAY;
  const write = async (...plays: ReportedPlay[]): Promise<void> => {
    await api.app.get(HistoryWriter).write(user.userId, 'api', plays);
    const named = plays.map(({ trackId, trackName, artistName, albumName }) => ({
      trackId,
      trackName,
      artistName,
      albumName,
    }));
    await api.app.get(CatalogueStubs).addStubs(named);
  };
  const announce = (): Promise<void> => api.app.get(HistoryChanges).announce(user.userId);
  const get = async (path: string): Promise<Record<string, unknown>> => {
    const { status, body } = await api.call(`/api/v1/${path}`, { as: user });
    expect({ path, status }).toEqual({ path, status: 200 });
    return body;
  };
  const stored = (collection: string): Promise<Record<string, unknown>[]> =>
    api.db
      .collection(collection)
      .find({ user_id: user.userId }, { projection: { _id: 0 }, sort: { date: 1, month: 1 } })
      .toArray();
  const build = async (): Promise<void> => {
    const { body } = await api.call('/api/v1/analytics/rollup-build', { method: 'POST', as: user });
    expect(body).toEqual({ status: 'started', job_id: expect.any(String) as unknown });
    const job = await jobUntil(api.url, user.headers, String(body.job_id));
    expect(job).toMatchObject({ status: 'completed', job_type: 'rollup_build' });
  };

  it('is all zeros and empty lists for a user without a play', async () => {
    expect(await get('analytics/overview')).toMatchObject({
      period: 'all_time',
      period_start: null,
      total_tracks_played: 0,
      total_hours: 0,
      listening_streak_days: 0,
      top_tracks: [],
      avg_audio_features: null,
    });
    expect(await get('analytics/trend')).toEqual({ period: 'all_time', granularity: '%Y-%m', points: [] });
    expect(await get('genres/distribution')).toEqual({ genres: [], period: 'all_time', total_genres: 0 });
    for (const list of ['tracks', 'artists', 'albums']) {
      expect(await get(`${list}/top?period=week`)).toEqual({ items: [], period: 'week', total: 0 });
    }
    expect(await get('analytics/rollup-status')).toMatchObject({
      last_date: '',
      total_days: 0,
      complete: true,
      coverage: 100,
      is_building: false,
    });
  });

  it.each(['analytics/overview', 'analytics/trend', 'genres/distribution', 'tracks/top', 'artists/top', 'albums/top'])(
    'refuses a period that there is not, at %s',
    async (path) => {
      const { status, body } = await api.call(`/api/v1/${path}?period=decade`, { as: user });
      expect(status).toBe(422);
      expect(body.detail).toEqual([expect.objectContaining({ loc: ['query', 'period'], type: 'enum' })]);
    },
  );

  it('refuses a limit out of bounds, and a caller without a session', async () => {
    expect((await api.call('/api/v1/tracks/top?limit=101', { as: user })).status).toBe(422);
    expect((await api.call('/api/v1/tracks/top?limit=0', { as: user })).status).toBe(422);
    for (const path of ['analytics/overview', 'tracks/top', 'genres/distribution', 'analytics/rollup-status']) {
      expect((await api.call(`/api/v1/${path}`)).status).toBe(401);
    }
  });

  it('shows the plays of a history that has changed', async () => {
    const now = Date.now();
    await write(play(1, now - 3 * MINUTE), play(2, now - 2 * MINUTE), play(1, now - MINUTE));
    await announce();
    expect(await get('analytics/overview?period=week')).toMatchObject({
      total_tracks_played: 3,
      total_ms_played: 300_000,
      total_hours: 0.1,
      unique_tracks: 2,
      top_tracks: [
        { rank: 1, name: 'Song 1', play_count: 2, platform_id: '0000000000000000000001' },
        { rank: 2, name: 'Song 2', play_count: 1, platform_id: '0000000000000000000002' },
      ],
    });
    const overview = await get('analytics/overview');
    expect(overview.hourly_distribution).toHaveLength(24);
    expect((overview.daily_distribution as { day: string }[]).map(({ day }) => day)).toEqual([
      'Monday',
      'Tuesday',
      'Wednesday',
      'Thursday',
      'Friday',
      'Saturday',
      'Sunday',
    ]);
    await write(play(2, now - 20 * DAY));
    await announce();
    expect(await get('analytics/overview?period=week')).toMatchObject({ total_tracks_played: 3 });
    expect(await get('analytics/overview?period=month')).toMatchObject({ total_tracks_played: 4 });
  });

  it('fills top lists, limited but counted whole, from the catalogue', async () => {
    const now = Date.now();
    await write(...[1, 2, 3].flatMap((n) => Array.from({ length: n }, (_, i) => play(n, now - (n * 10 + i) * MINUTE))));
    await announce();
    expect(await get('tracks/top?limit=2')).toMatchObject({
      items: [
        { platform_id: '0000000000000000000003', name: 'Song 3', album: { name: 'Album 3' }, play_count: 3 },
        { platform_id: '0000000000000000000002', name: 'Song 2', artists: [{ name: 'Artist 2' }], rank: 2 },
      ],
      period: 'all_time',
      total: 3,
    });
    const artists = (await get('artists/top?limit=1')).items as { id: string; platform_id: string; name: string }[];
    expect(artists).toMatchObject([{ name: 'Artist 3', genres: [], followers: 0 }]);
    expect(await get(`artists/${artists[0]?.platform_id ?? ''}`)).toMatchObject({ id: artists[0]?.id });
    expect(await get('albums/top')).toMatchObject({
      items: [
        { name: 'Album 3', artists: ['Artist 3'], type: '', total_tracks: 0 },
        { name: 'Album 2' },
        { name: 'Album 1' },
      ],
      total: 3,
    });
  });

  it('weighs genres and audio features by plays', async () => {
    const now = Date.now();
    await write(play(71, now - MINUTE), play(72, now - 2 * MINUTE), play(72, now - 3 * MINUTE));
    const tracks = api.app.get<Model<Track>>(getModelToken(Track.name));
    const artists = api.app.get<Model<Artist>>(getModelToken(Artist.name));
    await artists.updateOne({ name: 'Artist 71' }, { genres: ['pop', 'indie'] });
    await artists.updateOne({ name: 'Artist 72' }, { genres: ['pop'] });
    const features = {
      danceability: 0.5,
      energy: 0.5,
      valence: 0.5,
      acousticness: 0,
      instrumentalness: 0,
      liveness: 0,
    };
    for (const [number, tempo] of [
      [71, 90],
      [72, 120],
    ] as const) {
      const audio_features = { ...features, speechiness: 0, tempo };
      await tracks.updateOne({ platform_id: String(number).padStart(22, '0') }, { audio_features });
    }
    await announce();
    expect(await get('genres/distribution?period=week')).toEqual({
      genres: [
        { name: 'pop', play_count: 3, percentage: 75 },
        { name: 'indie', play_count: 1, percentage: 25 },
      ],
      period: 'week',
      total_genres: 2,
    });
    expect(await get('analytics/overview?period=week')).toMatchObject({
      unique_genres: 2,
      top_genres: [
        { rank: 1, name: 'pop', play_count: 3 },
        { rank: 2, name: 'indie', play_count: 1 },
      ],
      avg_audio_features: { ...features, speechiness: 0, tempo: 110 },
    });
  });

  it('stores names that are no ordinary field names, and shows them', async () => {
    const now = Date.now();
    await write(
      ...ODD_NAMES.map((name, index) => play(index, now - index * 5 * MINUTE, { artistName: name, albumName: name })),
    );
    await announce();
    const rollups = await stored('daily_rollups');
    const names = rollups.flatMap((rollup) => Object.keys(rollup.artist_plays as object));
    expect(names.sort()).toEqual([...ODD_NAMES].sort());
    expect(rollups.flatMap((rollup) => Object.keys(rollup.album_plays as object)).sort()).toEqual(names);
    const { items } = await get('artists/top');
    expect((items as { name: string }[]).map(({ name }) => name).sort()).toEqual(names);
  });

  it('keeps the same roll-ups by touched days as a build of all', async () => {
    const { body } = await api.call('/api/v1/users/me', {
      method: 'PATCH',
      as: user,
      json: { timezone: 'America/St_Johns' },
    });
    await jobUntil(api.url, user.headers, String(body.job_id));
    const end = today() - 3 * DAY;
    for (let batch = 0; batch < 4; batch += 1) {
      const plays = Array.from({ length: 40 }, (_, i) => play(i % 7, end - batch * 17 * DAY - i * 7 * 3_600_000 - i));
      await write(...plays);
      await announce();
    }
    const [days, months] = [await stored('daily_rollups'), await stored('monthly_rollups')];
    expect(days.reduce((sum, { total_plays }) => sum + Number(total_plays), 0)).toBe(160);
    await build();
    expect(await stored('daily_rollups')).toEqual(days);
    expect(await stored('monthly_rollups')).toEqual(months);
  });

  it('adds up a month that has changed on days apart from one another, however long each write takes', async () => {
    const days = [Date.UTC(2023, 4, 1), Date.UTC(2023, 4, 4)];
    await write(...days.map((day) => play(1, day)));
    await announce();
    await write(...days.map((day) => play(2, day + MINUTE)));
    const collectionOf = (name: string) => api.app.get<Model<unknown>>(getModelToken(name, JOBS_CONNECTION)).collection;
    // The first of the month's writes ends last, and knows nothing yet of the days that are written meanwhile.
    const ofDays = collectionOf(StoredDailyRollup.name);
    const writeDay = ofDays.bulkWrite.bind(ofDays);
    const dayWrites = jest.spyOn(ofDays, 'bulkWrite').mockImplementation(async (...args) => {
      await sleep(dayWrites.mock.calls.length * 50);
      return writeDay(...args);
    });
    const ofMonths = collectionOf(StoredMonthlyRollup.name);
    const writeMonth = ofMonths.replaceOne.bind(ofMonths);
    const monthWrite = jest.spyOn(ofMonths, 'replaceOne').mockImplementationOnce(async (...args) => {
      await sleep(1_000);
      return writeMonth(...args);
    });
    await announce();
    dayWrites.mockRestore();
    monthWrite.mockRestore();
    const months = await stored('monthly_rollups');
    expect((months[0]?.days as { plays: number }[]).map(({ plays }) => plays)).toEqual(days.map(() => 2));
    await build();
    expect(await stored('monthly_rollups')).toEqual(months);
  });

  it('forgets a day whose plays are gone', async () => {
    const now = Date.now();
    await write(play(1, now - 40 * DAY), play(2, now - MINUTE));
    await announce();
    expect(await get('analytics/rollup-status')).toMatchObject({ total_days: 2 });
    const day = new Date(now - 40 * DAY).toISOString().slice(0, 10);
    await api.db.collection('history_touched_days').insertOne({ user_id: user.userId, day, revision: 1 });
    await api.db.collection('listening_history').deleteOne({ user_id: user.userId, 'track.name': 'Song 1' });
    expect(await get('analytics/rollup-status')).toMatchObject({ coverage: 50, complete: false });
    await announce();
    expect(await get('analytics/rollup-status')).toMatchObject({ total_days: 1, coverage: 100, complete: true });
    expect(await stored('history_touched_days')).toEqual([]);
    expect(await get('analytics/overview')).toMatchObject({ total_tracks_played: 1, unique_artists: 1 });
  });

  it('builds all roll-ups as a job, also of a history that came without marks', async () => {
    await write(play(1, today() - 5 * DAY), play(2, today() - 2 * DAY));
    await api.db.collection('history_touched_days').deleteMany({ user_id: user.userId });
    expect(await get('analytics/rollup-status')).toMatchObject({ coverage: 0, history_days: 2, complete: false });
    await build();
    expect(await get('analytics/rollup-status')).toMatchObject({
      last_date: new Date(today() - 2 * DAY).toISOString().slice(0, 10),
      total_days: 2,
      coverage: 100,
      complete: true,
      last_built_at: expect.any(String) as unknown,
    });
  });

  it('starts one build at a time', async () => {
    // Somebody else writes this user's roll-ups, so that the build has to wait.
    const states = api.db.collection('rollup_states');
    const lease = { lease_owner: 'other', lease_until: new Date(Date.now() + MINUTE) };
    await states.updateOne({ user_id: user.userId }, { $set: lease }, { upsert: true });
    const start = () => api.call('/api/v1/analytics/rollup-build', { method: 'POST', as: user });
    const { body } = await start();
    expect(body.status).toBe('started');
    expect((await start()).body).toEqual({ status: 'already_running' });
    expect(await get('analytics/rollup-status')).toMatchObject({ is_building: true, complete: false });
    await states.updateOne({ user_id: user.userId }, { $set: { lease_owner: '', lease_until: null } });
    await jobUntil(api.url, user.headers, String(body.job_id));
    expect(await get('analytics/rollup-status')).toMatchObject({ is_building: false, complete: true });
  });

  it('counts in the zone of the user, and again when they move', async () => {
    const evening = today() - 3 * DAY + 23 * 3_600_000;
    await write(play(1, evening));
    await announce();
    expect((await stored('daily_rollups')).map(({ date }) => date)).toEqual([isoDay(evening)]);
    const { body } = await api.call('/api/v1/users/me', {
      method: 'PATCH',
      as: user,
      json: { timezone: 'Asia/Tokyo' },
    });
    await jobUntil(api.url, user.headers, String(body.job_id));
    expect(await stored('daily_rollups')).toMatchObject([
      { date: addDays(isoDay(evening), 1), timezone: 'Asia/Tokyo' },
    ]);
    expect((await get('analytics/overview')).hourly_distribution).toContainEqual({
      hour: 8,
      plays: 1,
      total_ms: 100_000,
    });
  });

  it('refreshes one period, or all with all time', async () => {
    const refresh = (period: string) =>
      api.call(`/api/v1/analytics/refresh?period=${period}`, { method: 'POST', as: user });
    expect(await refresh('month')).toMatchObject({ status: 200, body: { status: 'refreshed', periods: ['month'] } });
    expect((await stored('analytics_snapshots')).map(({ period }) => period)).toEqual(['month']);
    expect(await refresh('all_time')).toMatchObject({ status: 200, body: { periods: [...PERIODS] } });
    expect(await stored('analytics_snapshots')).toHaveLength(5);
    expect(await stored('analytics_breakdowns')).toHaveLength(5);
  });

  it('moves a period on when the day has changed', async () => {
    await write(play(1, Date.now() - MINUTE));
    await announce();
    const filter = { user_id: user.userId };
    const yesterday = { local_day: addDays(isoDay(Date.now()), -1), computed_at: new Date(Date.now() - DAY) };
    await api.db
      .collection('analytics_snapshots')
      .updateMany(filter, { $set: { ...yesterday, total_tracks_played: 9 } });
    await api.db.collection('analytics_breakdowns').updateMany(filter, { $set: { ...yesterday, trend: [] } });
    const [overview, trend] = await Promise.all([
      get('analytics/overview?period=week'),
      get('analytics/trend?period=week'),
    ]);
    expect(overview).toMatchObject({ total_tracks_played: 1 });
    expect(trend.points).toHaveLength(7);
  });

  it('shows each user their own figures', async () => {
    await write(play(1, Date.now() - MINUTE));
    await announce();
    user = await api.signIn();
    expect(await get('analytics/overview')).toMatchObject({ total_tracks_played: 0, top_tracks: [] });
  });
});

function isoDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
