import { setTimeout as sleep } from 'node:timers/promises';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { StoredDailyRollup } from '../../src/analytics/rollups/daily-rollup.schema';
import { StoredMonthlyRollup } from '../../src/analytics/rollups/monthly-rollup.schema';
import { addDays } from '../../src/common/days';
import { JOBS_CONNECTION } from '../../src/database/connections';
import { jobUntil } from '../support/api-calls';
import { DAY, isoDay, Listener, MINUTE, play, today } from '../support/listener';
import { createTestApp, type TestApp } from '../support/test-app';

/** Names that stored field names, maps and patterns have trouble with. */
const ODD_NAMES = ['will.i.am', '$uicideboy$', '__proto__', 'constructor', 'a.b.$c', '東京事変'];

describe('roll-ups', () => {
  let api: TestApp;
  let listener: Listener;

  beforeAll(async () => {
    api = await createTestApp();
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    listener = new Listener(api, await api.signIn());
  });

  const build = async (): Promise<void> => {
    const { body } = await api.call('/api/v1/analytics/rollup-build', { method: 'POST', as: listener.user });
    expect(body).toEqual({ status: 'started', job_id: expect.any(String) as unknown });
    const job = await jobUntil(api.url, listener.user.headers, String(body.job_id));
    expect(job).toMatchObject({ status: 'completed', job_type: 'rollup_build' });
  };

  it('stores names that are no ordinary field names, and shows them', async () => {
    const now = Date.now();
    await listener.write(
      ...ODD_NAMES.map((name, index) => play(index, now - index * 5 * MINUTE, { artistName: name, albumName: name })),
    );
    await listener.announce();
    const rollups = await listener.stored('daily_rollups');
    const names = rollups.flatMap((rollup) => Object.keys(rollup.artist_plays as object));
    expect(names.sort()).toEqual([...ODD_NAMES].sort());
    expect(rollups.flatMap((rollup) => Object.keys(rollup.album_plays as object)).sort()).toEqual(names);
    const { items } = await listener.get('artists/top');
    expect((items as { name: string }[]).map(({ name }) => name).sort()).toEqual(names);
  });

  it('keeps the same roll-ups by touched days as a build of all', async () => {
    const { body } = await api.call('/api/v1/users/me', {
      method: 'PATCH',
      as: listener.user,
      json: { timezone: 'America/St_Johns' },
    });
    await jobUntil(api.url, listener.user.headers, String(body.job_id));
    const end = today() - 3 * DAY;
    for (let batch = 0; batch < 4; batch += 1) {
      const plays = Array.from({ length: 40 }, (_, i) => play(i % 7, end - batch * 17 * DAY - i * 7 * 3_600_000 - i));
      await listener.write(...plays);
      await listener.announce();
    }
    const [days, months] = [await listener.stored('daily_rollups'), await listener.stored('monthly_rollups')];
    expect(days.reduce((sum, { total_plays }) => sum + Number(total_plays), 0)).toBe(160);
    await build();
    expect(await listener.stored('daily_rollups')).toEqual(days);
    expect(await listener.stored('monthly_rollups')).toEqual(months);
  });

  it('adds up a month that has changed on days apart from one another, however long each write takes', async () => {
    const days = [Date.UTC(2023, 4, 1), Date.UTC(2023, 4, 4)];
    await listener.write(...days.map((day) => play(1, day)));
    await listener.announce();
    await listener.write(...days.map((day) => play(2, day + MINUTE)));
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
    await listener.announce();
    dayWrites.mockRestore();
    monthWrite.mockRestore();
    const months = await listener.stored('monthly_rollups');
    expect((months[0]?.days as { plays: number }[]).map(({ plays }) => plays)).toEqual(days.map(() => 2));
    await build();
    expect(await listener.stored('monthly_rollups')).toEqual(months);
  });

  it('forgets a day whose plays are gone', async () => {
    const now = Date.now();
    await listener.write(play(1, now - 40 * DAY), play(2, now - MINUTE));
    await listener.announce();
    expect(await listener.get('analytics/rollup-status')).toMatchObject({ total_days: 2 });
    const day = new Date(now - 40 * DAY).toISOString().slice(0, 10);
    await api.db.collection('history_touched_days').insertOne({ user_id: listener.user.userId, day, revision: 1 });
    await api.db.collection('listening_history').deleteOne({ user_id: listener.user.userId, 'track.name': 'Song 1' });
    expect(await listener.get('analytics/rollup-status')).toMatchObject({ coverage: 50, complete: false });
    await listener.announce();
    expect(await listener.get('analytics/rollup-status')).toMatchObject({
      total_days: 1,
      coverage: 100,
      complete: true,
    });
    expect(await listener.stored('history_touched_days')).toEqual([]);
    expect(await listener.get('analytics/overview')).toMatchObject({ total_tracks_played: 1, unique_artists: 1 });
  });

  it('builds all roll-ups as a job, also of a history that came without marks', async () => {
    await listener.write(play(1, today() - 5 * DAY), play(2, today() - 2 * DAY));
    await api.db.collection('history_touched_days').deleteMany({ user_id: listener.user.userId });
    expect(await listener.get('analytics/rollup-status')).toMatchObject({
      coverage: 0,
      history_days: 2,
      complete: false,
    });
    await build();
    expect(await listener.get('analytics/rollup-status')).toMatchObject({
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
    await states.updateOne({ user_id: listener.user.userId }, { $set: lease }, { upsert: true });
    const start = () => api.call('/api/v1/analytics/rollup-build', { method: 'POST', as: listener.user });
    const { body } = await start();
    expect(body.status).toBe('started');
    expect((await start()).body).toEqual({ status: 'already_running' });
    expect(await listener.get('analytics/rollup-status')).toMatchObject({ is_building: true, complete: false });
    await states.updateOne({ user_id: listener.user.userId }, { $set: { lease_owner: '', lease_until: null } });
    await jobUntil(api.url, listener.user.headers, String(body.job_id));
    expect(await listener.get('analytics/rollup-status')).toMatchObject({ is_building: false, complete: true });
  });

  it('counts in the zone of the user, and again when they move', async () => {
    const evening = today() - 3 * DAY + 23 * 3_600_000;
    await listener.write(play(1, evening));
    await listener.announce();
    expect((await listener.stored('daily_rollups')).map(({ date }) => date)).toEqual([isoDay(evening)]);
    const { body } = await api.call('/api/v1/users/me', {
      method: 'PATCH',
      as: listener.user,
      json: { timezone: 'Asia/Tokyo' },
    });
    await jobUntil(api.url, listener.user.headers, String(body.job_id));
    expect(await listener.stored('daily_rollups')).toMatchObject([
      { date: addDays(isoDay(evening), 1), timezone: 'Asia/Tokyo' },
    ]);
    expect((await listener.get('analytics/overview')).hourly_distribution).toContainEqual({
      hour: 8,
      plays: 1,
      total_ms: 100_000,
    });
  });
});
