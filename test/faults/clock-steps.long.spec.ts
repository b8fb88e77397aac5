import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SANDBOX_APP } from '../../src/platform/platform-app';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/common/durations';
import { type ImportJob, jobUntil, uploadFiles } from '../support/api-calls';
import { generateHistory, type HistoryOptions, writeExtendedZip } from '../support/export-generator';
import { heardBy } from '../support/heard-plays';
import { runOracle } from '../support/oracle';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { ServiceProcess } from '../support/service-process';
import { link, type LinkedListener } from '../support/sync-jobs';
import { callApi } from '../support/test-app';

// The clock of another document engine is not the service's.
delete process.env.MONGODB_URI;
delete process.env.REDIS_URL;

const HISTORY: HistoryOptions = { seed: 31, records: 20_000, years: 2, endDate: new Date(Date.now() - 30 * DAY_MS) };
/** What a job may take that is missed after ten seconds, and found within five more. */
const TAKEN_UP_WITHIN_MS = 90_000;
const POLL_MS = 20;

describe('a clock that is set while the service runs', () => {
  let folder: string;
  let platform: SandboxPlatform;
  let service: ServiceProcess;
  let zip: string;
  const clockFile = (): string => join(folder, 'clock');

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'playledger-clock-'));
    zip = join(folder, 'export.zip');
    await writeExtendedZip(zip, HISTORY, { files: 2 });
    platform = await startSandboxPlatform();
    const preload = join(__dirname, '../support/preload/shift-clock.ts');
    service = await ServiceProcess.start(join(folder, 'data'), {
      env: {
        NODE_OPTIONS: `--require ${require.resolve('@swc-node/register')} --require ${preload}`,
        CLOCK_FILE: clockFile(),
        PLATFORM_CLIENT_ID: SANDBOX_APP.clientId,
        PLATFORM_CLIENT_SECRET: SANDBOX_APP.clientSecret,
        PLATFORM_API_URL: platform.url,
        PLATFORM_ACCOUNTS_URL: platform.url,
        AUTO_LOGIN: 'false',
      },
    });
  }, 120_000);
  afterAll(async () => {
    await service.kill('SIGTERM');
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(async () => {
    setClock(0);
    await platform.clearWeather();
  });

  function setClock(offsetMs: number): void {
    writeFileSync(clockFile(), String(offsetMs));
    process.kill(service.pid, 'SIGUSR2');
  }

  const linkAs = (name: string): Promise<LinkedListener> =>
    link(platform, { url: service.url, call: (path, options) => callApi(`${service.url}${path}`, options) }, name);

  function expectExact(job: ImportJob): void {
    const { total } = runOracle([{ file: 'all', format: 'extended', records: generateHistory(HISTORY) }], new Date());
    expect(job).toMatchObject({ status: 'completed', error_message: '', report: total });
  }

  async function overviewOf(listener: LinkedListener): Promise<number> {
    return (await listener.get<{ total_tracks_played: number }>('/api/v1/analytics/overview')).total_tracks_played;
  }

  it.each([
    ['an hour forward', 'mira', HOUR_MS],
    ['an hour back', 'otto', -HOUR_MS],
  ])(
    'by %s, in the middle of an import and a sync, loses nothing and stops nothing',
    async (_, name, stepMs) => {
      const listener = await linkAs(name);
      const headers = listener.headers;
      const before = await overviewOf(listener);
      await platform.setWeather({ latency_ms: 200 });
      const id = await uploadFiles(service.url, headers, [zip]);
      await jobUntil(service.url, headers, id, ({ items_processed }) => items_processed > 0);
      const syncId = await listener.beginSync();
      setClock(stepMs);
      // A session from the future is none, once the service has seen its clock.
      const wanted = stepMs < 0 ? 401 : 200;
      while ((await callApi(`${service.url}/api/v1/sync-jobs`, { headers })).status !== wanted) await sleep(POLL_MS);
      const again = await linkAs(name);
      const sync = await again.jobUntil(syncId);
      expect(sync).toMatchObject({ status: 'completed', error_message: '' });
      expectExact(await jobUntil(service.url, again.headers, id));
      // The sandbox' clock goes on, and may have brought another play.
      const told = await totalOf(again, 'api');
      expect(told).toBeGreaterThanOrEqual(before);
      expect(await overviewOf(again)).toBe(told + (await totalOf(again, 'import')));
      expect(await again.sync()).toMatchObject({ status: 'completed' });
    },
    TAKEN_UP_WITHIN_MS * 2,
  );

  async function totalOf(listener: LinkedListener, source: 'api' | 'import'): Promise<number> {
    return service.withDatabase((db) =>
      db.collection('listening_history').countDocuments({ user_id: listener.userId, source }),
    );
  }

  /** When a listener's stored plays ended, oldest first. */
  async function playedAtOf(listener: LinkedListener): Promise<number[]> {
    const rows = await service.withDatabase((db) =>
      db
        .collection<{ played_at: Date }>('listening_history')
        .find({ user_id: listener.userId })
        .sort({ played_at: 1 })
        .toArray(),
    );
    return rows.map(({ played_at }) => played_at.getTime());
  }

  it(
    'that is an hour behind after a crash, as on a machine without a battery, does not keep a job waiting for an hour',
    async () => {
      const { headers } = await linkAs('nell');
      const id = await uploadFiles(service.url, headers, [zip]);
      await jobUntil(service.url, headers, id, ({ items_processed }) => items_processed > 0);
      await service.kill('SIGKILL');
      writeFileSync(clockFile(), String(-HOUR_MS));
      await service.start();
      expectExact(await jobUntil(service.url, (await linkAs('nell')).headers, id));
    },
    TAKEN_UP_WITHIN_MS * 2,
  );

  it(
    'that is two days behind leaves plays that seem to come from the future, and takes them when it is right again',
    async () => {
      setClock(-2 * DAY_MS);
      const listener = await linkAs('tomas');
      const now = Date.now();
      const seemsFuture = now - 2 * DAY_MS + 2 * MINUTE_MS;
      expect((await playedAtOf(listener)).filter((playedAt) => playedAt > seemsFuture)).toEqual([]);
      setClock(0);
      expect(await listener.sync()).toMatchObject({ status: 'completed' });
      const stored = await playedAtOf(listener);
      expect(stored.filter((playedAt) => playedAt > seemsFuture).length).toBeGreaterThan(0);
      const [oldest] = stored;
      if (oldest === undefined) throw new Error('The feed has told nothing');
      // The sandbox' clock goes on, and may have brought another play.
      const known = stored.filter((playedAt) => playedAt <= now);
      expect(known).toEqual(heardBy('tomas', oldest, now + 1).map(({ endedAt }) => endedAt));
      expect(await overviewOf(listener)).toBe(stored.length);
    },
    TAKEN_UP_WITHIN_MS,
  );
});
