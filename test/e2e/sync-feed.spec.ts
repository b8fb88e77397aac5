import { DEFAULT_SEED } from '../../src/sandbox/world';
import { buildCatalogue } from '../../src/sandbox/catalogue/catalogue';
import type { MusicPlay } from '../../src/sandbox/listeners/listener.types';
import { Listening } from '../../src/sandbox/listeners/listening';
import { Roster } from '../../src/sandbox/listeners/roster';
import { SyncSchedules } from '../../src/sync/schedules/sync-schedules.service';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { type LinkedListener, link, stepsOf } from '../support/sync-jobs';
import { createTestApp, type TestApp } from '../support/test-app';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The feed lists nothing shorter. */
const SHORTEST_IN_FEED_MS = 30_000;
/** Some days ago, so that all of it is past. */
const NOW = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS;

interface Row {
  track: { platform_id: string };
  played_at: Date;
  ms_played: number | null;
  seen: Record<string, Date | undefined>;
}

const listening = new Listening(DEFAULT_SEED, buildCatalogue(DEFAULT_SEED));
const roster = new Roster(DEFAULT_SEED);

function musicOf(name: string, from: number, to: number): MusicPlay[] {
  const listener = roster.find(name);
  if (listener === undefined) throw new Error(`There is no listener ${name}`);
  return listening.playsBetween(listener, from, to).filter((play): play is MusicPlay => play.kind === 'music');
}

/** A play as text, so that lists of plays can be compared. */
const line = (trackId: string, endedAt: number): string => `${new Date(endedAt).toISOString()} ${trackId}`;

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

  const rowsOf = ({ userId }: LinkedListener): Promise<Row[]> =>
    api.db.collection<Row>('listening_history').find({ user_id: userId }).sort({ played_at: 1 }).toArray();
  const linesOf = async (listener: LinkedListener): Promise<string[]> =>
    (await rowsOf(listener)).map(({ track, played_at }) => line(track.platform_id, played_at.getTime()));
  const heard = (name: string, from: number, to: number): string[] =>
    musicOf(name, from, to)
      .filter(({ msPlayed }) => msPlayed >= SHORTEST_IN_FEED_MS)
      .map(({ track, endedAt }) => line(track.id, endedAt));
  const setClock = (at: number): Promise<void> => platform.setWeather({ clock: { at: new Date(at).toISOString() } });

  /** Has the schedule sync the listener at an instant of the sandbox. */
  async function scheduledSync(listener: LinkedListener, at: number): Promise<string> {
    await setClock(at);
    const before = (await listener.get<{ total: number }>('/api/v1/sync-jobs?limit=1')).total;
    await api.app.get(SyncSchedules).syncAllUsers(new Date(at));
    for (;;) {
      const { total, items } = await listener.get<{ total: number; items: { id: string }[] }>(
        '/api/v1/sync-jobs?limit=1',
      );
      if (total === before) continue;
      const job = await listener.jobUntil(items[0]?.id ?? '');
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

  it('what-hurts 9: tells of a hole after a long gap, looks sooner then, and has the export fill it', async () => {
    const [start, end] = [NOW - 2 * DAY_MS, NOW];
    await setClock(start);
    const tomas = await link(platform, api, 'tomas');
    const detail = await scheduledSync(tomas, end);
    expect(detail).toBe('50 new plays; hole: more than 50 plays since the last look; load your export to fill it');
    const state = await api.db.collection('sync_states').findOne({ user_id: tomas.userId });
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
});
