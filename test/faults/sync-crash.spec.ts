import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '../../src/common/durations';
import { differences, heardBy, linesOf, linesOfRows, oldestOf, storedPlays } from '../support/heard-plays';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { type LinkedListener, link } from '../support/sync-jobs';
import { createTestApp, type TestApp } from '../support/test-app';
import { type WorkerOptions, WorkerProcess } from '../support/worker-process';

/** Some days ago, so that what comes after it is past. */
const START = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 96 * HOUR_MS;

/** In so long nobody plays more than the feed holds. */
const STEP_MS = 2 * HOUR_MS;

describe('a sync whose worker is killed', () => {
  let platform: SandboxPlatform;
  let api: TestApp;
  let otto: LinkedListener;
  let oldest: number;
  let now = START;
  const workers: WorkerProcess[] = [];

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: { ...platform.env, APP_ROLE: 'api', AUTO_LOGIN: 'false' } });
    await setClock(START);
    const worker = WorkerProcess.start(api);
    otto = await link(platform, api, 'otto');
    await worker.kill('SIGTERM');
    oldest = oldestOf(await storedPlays(api, otto));
  }, 60_000);
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.kill('SIGKILL');
    await platform.clearWeather();
  });
  afterAll(async () => {
    await api.close();
    await platform.close();
  });

  const setClock = (at: number): Promise<void> => platform.setWeather({ clock: { at: new Date(at).toISOString() } });

  function start(options: WorkerOptions = {}): WorkerProcess {
    const worker = WorkerProcess.start(api, options);
    workers.push(worker);
    return worker;
  }

  /** Has the worker killed in the middle of a sync, and another one finish it. */
  async function expectTakenUp(mortal: WorkerProcess, die: (id: string) => Promise<void>): Promise<void> {
    const id = await otto.beginSync();
    await die(id);
    expect(await mortal.ended()).toBe('SIGKILL');
    expect(await otto.jobUntil(id, () => true)).toMatchObject({ status: 'running' });
    await platform.setWeather({ latency_ms: 0 });
    const healthy = start();
    expect(await otto.jobUntil(id)).toMatchObject({ status: 'completed', error_message: '' });
    expect(healthy.printed()).toContain(`The worker of job ${id} died (1 in a row)`);
    const heard = linesOf(heardBy('otto', oldest, now + 1));
    const rows = await storedPlays(api, otto);
    // The sandbox' clock goes on, and may have brought another play.
    const stored = linesOfRows(rows.filter(({ played_at }) => played_at.getTime() <= now));
    expect(differences(stored, heard)).toEqual({ lost: [], added: [] });
    expect((await otto.jobs()).map(({ status }) => status)).not.toContain('running');
    expect(await otto.get('/api/v1/analytics/overview')).toMatchObject({ total_tracks_played: rows.length });
    // The next one finds nothing in its way.
    expect(await otto.sync()).toMatchObject({ status: 'completed' });
  }

  it.each(['before', 'after'])(
    'just %s it has noted how far the feed was read is taken up by another, and its plays are exact',
    async (moment) => {
      now += STEP_MS;
      await setClock(now);
      const mortal = start({ preload: 'die-in-sync.ts', env: { DIE: moment } });
      await expectTakenUp(mortal, () => Promise.resolve());
    },
    90_000,
  );

  it('while it waits for the platform is taken up by another, and its plays are exact', async () => {
    now += STEP_MS;
    await setClock(now);
    await platform.setWeather({ latency_ms: 5_000 });
    const mortal = start();
    await expectTakenUp(mortal, async (id) => {
      await otto.jobUntil(id, ({ steps }) => steps[0]?.status === 'running');
      await sleep(1_000);
      await mortal.kill('SIGKILL');
    });
  }, 90_000);
});
