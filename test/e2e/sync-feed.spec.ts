import { Logger } from '@nestjs/common';
import { SyncSchedules } from '../../src/sync/schedules/sync-schedules.service';
import { RecentlyPlayedStep } from '../../src/sync/steps/recently-played.step';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/common/durations';
import { fakeOnly } from '../support/fake-only';
import {
  heardBy,
  linesOf as linesOfPlays,
  linesOfRows,
  musicOf,
  type PlayRow,
  playLine as line,
  quietInstant,
  storedPlays,
} from '../support/heard-plays';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { type LinkedListener, link, stepsOf } from '../support/sync-jobs';
import { createTestApp, type TestApp } from '../support/test-app';

/** Some days ago, so that all of it is past; nothing is played while the sandbox' clock runs on from there. */
const NOW = quietInstant(['otto', 'mira', 'tomas'], DAY_MS);

describe('the history that syncs collect', () => {
  let platform: SandboxPlatform;
  let api: TestApp;

  beforeEach(async () => {
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: { ...platform.env, AUTO_LOGIN: 'false' } });
  });
  afterEach(async () => {
    await api.close();
    await platform.close();
  });

  const rowsOf = (listener: LinkedListener): Promise<PlayRow[]> => storedPlays(api, listener);
  const linesOf = async (listener: LinkedListener): Promise<string[]> => linesOfRows(await rowsOf(listener));
  const heard = (name: string, from: number, to: number): string[] => linesOfPlays(heardBy(name, from, to));
  const setClock = (at: number): Promise<void> => platform.setWeather({ clock: { at: new Date(at).toISOString() } });

  const newestJobs = async (listener: LinkedListener): Promise<{ id: string }[]> =>
    (await listener.get<{ items: { id: string }[] }>('/api/v1/sync-jobs?limit=1')).items;

  /** Has the schedule sync the listener at an instant of the sandbox. */
  async function scheduledSync(listener: LinkedListener, at: number): Promise<string> {
    await setClock(at);
    const [before] = await newestJobs(listener);
    await api.app.get(SyncSchedules).syncAllUsers(new Date(at));
    for (;;) {
      const [newest] = await newestJobs(listener);
      if (newest === undefined || newest.id === before?.id) continue;
      const job = await listener.jobUntil(newest.id);
      expect(job).toMatchObject({ job_type: 'periodic', status: 'completed' });
      return stepsOf(job).recently_played?.detail ?? '';
    }
  }

  async function importExport(listener: LinkedListener, name: string, plays: number): Promise<Record<string, unknown>> {
    const response = await fetch(`${platform.url}/sandbox/export?user=${name}&plays=${plays}&format=extended`);
    const form = new FormData();
    form.append('file', await response.blob(), 'Streaming_History_Audio.json');
    const { body } = await api.call('/api/v1/history/import', {
      method: 'POST',
      headers: listener.headers,
      body: form,
    });
    const job = await listener.jobUntil(String(body.job_id));
    expect(job).toMatchObject({ status: 'completed' });
    return job.report as Record<string, unknown>;
  }

  it('is a week of the listener’s plays, none lost, none double; and the export of that week fits it one to one', async () => {
    const [start, end] = [NOW - 7 * DAY_MS, NOW];
    await setClock(start);
    const otto = await link(platform, api, 'otto');
    const before = await linesOf(otto);
    expect(before).toHaveLength(50);
    for (let at = start + 90 * MINUTE_MS; at <= end; at += 90 * MINUTE_MS)
      expect(await scheduledSync(otto, at)).not.toMatch(/hole/);
    const collected = await linesOf(otto);
    expect(collected).toEqual([...before, ...heard('otto', start + 1, end + 1)]);

    await setClock(end);
    const report = await importExport(otto, 'otto', 700);
    expect(report.merged).toBe(collected.length);
    const oldest = Date.parse(collected[0]?.slice(0, 24) ?? '');
    const inFull = musicOf('otto', oldest, end + 1).filter(({ msPlayed }) => msPlayed > 0);
    const rows = (await rowsOf(otto)).filter(({ played_at }) => played_at.getTime() >= oldest);
    expect(rows).toHaveLength(inFull.length);
    const listened = new Map(inFull.map(({ track, endedAt, msPlayed }) => [line(track.id, endedAt), msPlayed]));
    const merged = rows.filter(({ seen }) => seen.api !== undefined);
    expect(merged.map(({ track, played_at }) => line(track.platform_id, played_at.getTime()))).toEqual(collected);
    for (const { track, played_at, ms_played } of merged)
      expect(ms_played).toBe(listened.get(line(track.platform_id, played_at.getTime())));
  }, 300_000);

  it('what-hurts 8: has no play twice when the export came first', async () => {
    const [start, end] = [NOW - 3 * DAY_MS, NOW];
    await setClock(end);
    const mira = await link(platform, api, 'mira');
    await api.db.collection('listening_history').deleteMany({});
    await api.db.collection('sync_states').deleteMany({});
    await importExport(mira, 'mira', 200);
    const imported = (await rowsOf(mira)).length;
    for (let at = start; at <= end; at += 12 * HOUR_MS) await scheduledSync(mira, at);
    const rows = await rowsOf(mira);
    expect(rows).toHaveLength(imported);
    const seen = rows.filter((row) => row.seen.api !== undefined && row.played_at.getTime() > start);
    expect(seen.map(({ track, played_at }) => line(track.platform_id, played_at.getTime()))).toEqual(
      heard('mira', start + 1, end + 1),
    );
    expect(rows.every(({ ms_played }) => ms_played !== null)).toBe(true);
  }, 120_000);

  it('has plays that come late because the phone was offline, though later ones were known before', async () => {
    const delayMs = 2 * HOUR_MS;
    const plays = heardBy('otto', NOW - 60 * DAY_MS, NOW - DAY_MS);
    const late = plays.find(({ offline, endedAt }) => {
      const next = plays.find((play) => !play.offline && play.endedAt > endedAt);
      const lastLook = endedAt + delayMs + HOUR_MS;
      const isQuiet = heardBy('otto', lastLook, lastLook + MINUTE_MS).length === 0;
      return offline && isQuiet && next !== undefined && next.endedAt < endedAt + delayMs - HOUR_MS;
    });
    const [lateAt, lateLine] = [late?.endedAt ?? 0, linesOfPlays(late === undefined ? [] : [late]).join()];
    await platform.setWeather({ offline_delay_ms: delayMs });
    await setClock(lateAt + delayMs - HOUR_MS);
    const otto = await link(platform, api, 'otto');
    expect(await linesOf(otto)).not.toContain(lateLine);
    expect((await rowsOf(otto)).at(-1)?.played_at.getTime()).toBeGreaterThan(lateAt);
    expect(await scheduledSync(otto, lateAt + delayMs + HOUR_MS)).toMatch(/^\d+ new plays?$/);
    const oldest = (await rowsOf(otto))[0]?.played_at.getTime() ?? 0;
    expect(await linesOf(otto)).toContain(lateLine);
    const told = heardBy('otto', oldest, lateAt + delayMs + HOUR_MS + 1).filter(
      ({ offline, endedAt }) => !offline || endedAt <= lateAt + HOUR_MS,
    );
    expect(await linesOf(otto)).toEqual(linesOfPlays(told));
    expect(stepsOf(await otto.sync()).recently_played?.detail).toBe('no new plays');
  }, 60_000);

  it('what-hurts 9: tells of a hole after a long gap, looks sooner then, and has the export fill it', async () => {
    const [start, end] = [NOW - 2 * DAY_MS, NOW];
    await setClock(start);
    const tomas = await link(platform, api, 'tomas');
    const detail = await scheduledSync(tomas, end);
    expect(detail).toBe('50 new plays; hole: more than 50 plays since the last look; load your export to fill it');
    const state = await api.db.collection('sync_states').findOne({ user_id: tomas.userId });
    const told = (await rowsOf(tomas)).map(({ played_at }) => played_at);
    const gaps = await api.db.collection('feed_gaps').find({ user_id: tomas.userId }).toArray();
    expect(gaps).toMatchObject([{ from: told.at(-51), to: told.at(-50) }]);
    const sooner = (state?.next_poll_at as Date).getTime();
    expect(sooner - Date.now()).toBeLessThanOrEqual(7.5 * MINUTE_MS);
    expect(sooner - Date.now()).toBeGreaterThan(6 * MINUTE_MS);

    const before = (await tomas.jobs()).length;
    await api.app.get(SyncSchedules).pollSooner(new Date(sooner - 1));
    await api.app.get(SyncSchedules).pollSooner(new Date(sooner + 1));
    await api.app.get(SyncSchedules).pollSooner(new Date(sooner + MINUTE_MS));
    let jobs = await tomas.jobs();
    while (jobs.length === before) jobs = await tomas.jobs();
    const [sync] = jobs;
    const job = await tomas.jobUntil(sync?.id ?? '');
    expect(stepsOf(job).recently_played?.detail).toBe('no new plays');
    expect(await tomas.jobs()).toHaveLength(before + 1);
    const after = await api.db.collection('sync_states').findOne({ user_id: tomas.userId });
    expect(after?.next_poll_at).toBeNull();

    const missing = heard('tomas', start + 1, end + 1).length - 50;
    expect(missing).toBeGreaterThan(0);
    await importExport(tomas, 'tomas', 600);
    const full = musicOf('tomas', start + 1, end + 1).filter(({ msPlayed }) => msPlayed > 0);
    const rows = (await rowsOf(tomas)).filter(({ played_at }) => played_at.getTime() > start);
    expect(rows).toHaveLength(full.length);
  }, 120_000);

  describe('with a play that the feed dates in the future', () => {
    const FUTURE = Date.now() + 3 * HOUR_MS;
    const setNewest = (at: number | null): Promise<void> =>
      platform.setWeather({ newest_play_at: at === null ? null : new Date(at).toISOString() });
    const detailOf = async (listener: LinkedListener): Promise<string> =>
      stepsOf(await listener.sync()).recently_played?.detail ?? '';

    it('does not have it, logs it once, and notices a gap all the same', async () => {
      const warn = jest.spyOn(Logger.prototype, 'warn');
      const logged = (): number => warn.mock.calls.filter(([text]) => /in the future/.test(String(text))).length;
      await setClock(NOW - 2 * DAY_MS);
      await setNewest(FUTURE);
      const tomas = await link(platform, api, 'tomas');
      expect(await linesOf(tomas)).toHaveLength(49);
      expect(await detailOf(tomas)).toBe('no new plays, 1 dated in the future, stored when its time has come');
      expect(logged()).toBe(1);
      warn.mockRestore();
      await setClock(NOW);
      expect(await detailOf(tomas)).toMatch(/^49 new plays, 1 dated in the future, .*; hole: more than 50 plays/);
      await setNewest(null);
      expect(await detailOf(tomas)).toBe('1 new play');
    }, 60_000);

    it('has it when its time has come, and once', async () => {
      await setClock(NOW);
      await setNewest(FUTURE);
      const otto = await link(platform, api, 'otto');
      const before = await rowsOf(otto);
      const context = { userId: otto.userId, isScheduled: true, signal: new AbortController().signal };
      const look = async (at: number): Promise<number> => {
        fakeOnly('Date', at);
        try {
          return (await api.app.get(RecentlyPlayedStep).run({ ...context, onProgress: () => undefined })).items;
        } finally {
          jest.useRealTimers();
        }
      };
      expect(await look(FUTURE - MINUTE_MS - 1)).toBe(0);
      expect(await look(FUTURE - MINUTE_MS)).toBe(1);
      expect(await look(FUTURE + 15 * MINUTE_MS)).toBe(0);
      const rows = await rowsOf(otto);
      expect(rows).toHaveLength(before.length + 1);
      expect(rows.at(-1)?.played_at.getTime()).toBe(FUTURE);
    }, 60_000);
  });
});
