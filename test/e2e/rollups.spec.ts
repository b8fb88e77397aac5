import { RollupService } from '../../src/analytics/rollups/rollup.service';
import { SnapshotComputer } from '../../src/analytics/snapshots/snapshot-computer.service';
import { addDays } from '../../src/common/days';
import { ChangedDays } from '../../src/history/writing/changed-days.service';
import { HistoryLeases } from '../../src/history/writing/history-leases.service';
import { jobUntil } from '../support/api-calls';
import { DAY, isoDay, MINUTE, play, today, useFigures } from '../support/figures-client';

/** Names that stored field names, maps and patterns have trouble with. */
const ODD_NAMES = ['will.i.am', '$uicideboy$', '__proto__', 'constructor', 'a.b.$c', '東京事変'];

describe('roll-ups', () => {
  const figures = useFigures();

  const build = async (): Promise<void> => {
    const { body } = await figures.api.call('/api/v1/analytics/rollup-build', { method: 'POST', as: figures.user });
    expect(body).toEqual({ status: 'started', job_id: expect.any(String) as unknown });
    const job = await jobUntil(figures.api.url, figures.user.headers, String(body.job_id));
    expect(job).toMatchObject({ status: 'completed', job_type: 'rollup_build' });
  };

  it('stores names that are no ordinary field names, and shows them', async () => {
    const now = Date.now();
    await figures.write(
      ...ODD_NAMES.map((name, index) => play(index, now - index * 5 * MINUTE, { artistName: name, albumName: name })),
    );
    await figures.announce();
    const rollups = await figures.stored('daily_rollups');
    const names = rollups.flatMap((rollup) => Object.keys(rollup.artist_plays as object));
    expect(names.sort()).toEqual([...ODD_NAMES].sort());
    expect(rollups.flatMap((rollup) => Object.keys(rollup.album_plays as object)).sort()).toEqual(names);
    const { items } = await figures.get('artists/top');
    expect((items as { name: string }[]).map(({ name }) => name).sort()).toEqual(names);
  });

  it('keeps the same roll-ups by touched days as a build of all', async () => {
    await figures.moveTo('America/St_Johns');
    const end = today() - 3 * DAY;
    for (let batch = 0; batch < 4; batch += 1) {
      const plays = Array.from({ length: 40 }, (_, i) => play(i % 7, end - batch * 17 * DAY - i * 7 * 3_600_000 - i));
      await figures.write(...plays);
      await figures.announce();
    }
    const days = await figures.stored('daily_rollups');
    expect(days.reduce((sum, { total_plays }) => sum + Number(total_plays), 0)).toBe(160);
    await build();
    expect(await figures.stored('daily_rollups')).toEqual(days);
  });

  it('forgets a day whose plays are gone', async () => {
    const now = Date.now();
    await figures.write(play(1, now - 40 * DAY), play(2, now - MINUTE));
    await figures.announce();
    expect(await figures.get('analytics/rollup-status')).toMatchObject({ total_days: 2 });
    const day = isoDay(now - 40 * DAY);
    const lease = await figures.api.app.get(HistoryLeases).acquire(figures.user.userId);
    lease.willChange();
    await figures.api.app.get(ChangedDays).mark(figures.user.userId, [day], lease.revision());
    await figures.api.db
      .collection('listening_history')
      .deleteOne({ user_id: figures.user.userId, 'track.name': 'Song 1' });
    await lease.release();
    expect(await figures.get('analytics/rollup-status')).toMatchObject({ coverage: 50, complete: false });
    await figures.announce();
    expect(await figures.get('analytics/rollup-status')).toMatchObject({
      total_days: 1,
      coverage: 100,
      complete: true,
    });
    expect(await figures.api.app.get(RollupService).changedSinceBuild(figures.user.userId)).toEqual([]);
    expect(await figures.get('analytics/overview')).toMatchObject({ total_tracks_played: 1, unique_artists: 1 });
  });

  it('builds all roll-ups as a job, also of a history that came without marks', async () => {
    await figures.write(play(1, today() - 5 * DAY), play(2, today() - 2 * DAY));
    await figures.api.db.collection('history_changed_days').deleteMany({ user_id: figures.user.userId });
    expect(await figures.get('analytics/rollup-status')).toMatchObject({
      coverage: 0,
      history_days: 2,
      complete: false,
    });
    await build();
    expect(await figures.get('analytics/rollup-status')).toMatchObject({
      last_date: isoDay(today() - 2 * DAY),
      total_days: 2,
      coverage: 100,
      complete: true,
      last_built_at: expect.any(String) as unknown,
    });
  });

  it('starts one build at a time', async () => {
    // Somebody else writes this user's roll-ups, so that the build has to wait.
    const states = figures.api.db.collection('rollup_states');
    const lease = { lease_owner: 'other', lease_until: new Date(Date.now() + MINUTE) };
    await states.updateOne({ user_id: figures.user.userId }, { $set: lease }, { upsert: true });
    const start = () => figures.api.call('/api/v1/analytics/rollup-build', { method: 'POST', as: figures.user });
    const { body } = await start();
    expect(body.status).toBe('started');
    expect((await start()).body).toEqual({ status: 'already_running' });
    expect(await figures.get('analytics/rollup-status')).toMatchObject({ is_building: true, complete: false });
    await states.updateOne({ user_id: figures.user.userId }, { $set: { lease_owner: '', lease_until: null } });
    await jobUntil(figures.api.url, figures.user.headers, String(body.job_id));
    expect(await figures.get('analytics/rollup-status')).toMatchObject({ is_building: false, complete: true });
  });

  it('counts in the zone of the user, and again when they move', async () => {
    const evening = today() - 3 * DAY + 23 * 3_600_000;
    await figures.write(play(1, evening));
    await figures.announce();
    expect((await figures.stored('daily_rollups')).map(({ date }) => date)).toEqual([isoDay(evening)]);
    await figures.moveTo('Asia/Tokyo');
    expect(await figures.stored('daily_rollups')).toMatchObject([
      { date: addDays(isoDay(evening), 1), timezone: 'Asia/Tokyo' },
    ]);
    expect((await figures.get('analytics/overview')).hourly_distribution).toContainEqual({
      hour: 8,
      plays: 1,
      total_ms: 100_000,
    });
  });

  it('counts in the zone that the user moves to while a build is at its last step', async () => {
    const evening = today() - 3 * DAY + 23 * 3_600_000;
    await figures.write(play(1, evening));
    await figures.announce();
    const computer = figures.api.app.get(SnapshotComputer);
    const compute = computer.compute.bind(computer);
    jest.spyOn(computer, 'compute').mockImplementationOnce(async (...args) => {
      const computedAt = await compute(...args);
      const change = { method: 'PATCH', as: figures.user, json: { timezone: 'America/New_York' } };
      expect((await figures.api.call('/api/v1/users/me', change)).body.job_id).toBeNull();
      return computedAt;
    });
    await figures.moveTo('Asia/Tokyo');
    const snapshots = await figures.stored('analytics_snapshots');
    expect(new Set(snapshots.map(({ timezone }) => timezone))).toEqual(new Set(['America/New_York']));
    expect(await figures.stored('daily_rollups')).toMatchObject([{ timezone: 'America/New_York' }]);
  });
});
