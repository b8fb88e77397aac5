import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DISK_FULL } from '../../src/common/errors/disk-full';
import { SANDBOX_APP } from '../../src/platform/platform-app';
import type { SyncJobResponse } from '../../src/sync-jobs/sync-jobs.dto';
import { NO_ROOM_FOR_SYNC } from '../../src/sync/step-failure';
import { HOUR_MS } from '../../src/common/durations';
import { hasEnded } from '../support/api-calls';
import { heardBy } from '../support/heard-plays';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { ServiceProcess } from '../support/service-process';
import { link, type LinkedListener } from '../support/sync-jobs';
import { type ApiCaller, callApi } from '../support/test-app';

// The disk of other services is not the one that is filled here.
delete process.env.MONGODB_URI;
delete process.env.REDIS_URL;

const START = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 48 * HOUR_MS;
/** In so long nobody plays more than the feed holds. */
const STEP_MS = 2 * HOUR_MS;
const WATCH_MS = 8_000;
/** Each of the queues' workers may say once what is wrong, and some others may. */
const MOST_LINES = 40;

/** As for uploads (full-disk.spec.ts), a small file system of its own, which takes the rights of root to mount. */
describe('a disk that is full while syncs run', () => {
  let disk: string;
  let platform: SandboxPlatform;
  let service: ServiceProcess;
  let api: ApiCaller;
  let otto: LinkedListener;
  let now = START;

  beforeAll(async () => {
    disk = mkdtempSync(join(tmpdir(), 'playledger-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk]);
    platform = await startSandboxPlatform();
    await setClock(START);
    service = await ServiceProcess.start(join(disk, 'data'), {
      env: {
        PLATFORM_CLIENT_ID: SANDBOX_APP.clientId,
        PLATFORM_CLIENT_SECRET: SANDBOX_APP.clientSecret,
        PLATFORM_API_URL: platform.url,
        PLATFORM_ACCOUNTS_URL: platform.url,
        AUTO_LOGIN: 'false',
      },
    });
    api = { url: service.url, call: (path, options) => callApi(`${service.url}${path}`, options) };
    otto = await link(platform, api, 'otto');
  }, 120_000);
  afterAll(async () => {
    await service.kill('SIGTERM');
    await platform.close();
    execFileSync('umount', ['-l', disk]);
    rmSync(disk, { recursive: true, force: true });
  });
  afterEach(() => {
    makeRoom();
  });

  const setClock = (at: number): Promise<void> => platform.setWeather({ clock: { at: new Date(at).toISOString() } });

  function fill(): void {
    const { bavail, bsize } = statfsSync(disk);
    try {
      writeFileSync(join(disk, 'ballast'), Buffer.alloc(bavail * bsize));
    } catch (error) {
      // The service has written meanwhile: then it is full as well.
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }

  function makeRoom(): void {
    rmSync(join(disk, 'ballast'), { force: true });
  }

  const trigger = () => api.call('/api/v1/sync-jobs/trigger', { method: 'POST', headers: otto.headers });

  async function expectNothingLost(): Promise<void> {
    while ((await api.call('/api/health/ready')).status !== 200) await sleep(50);
    expect(await otto.sync()).toMatchObject({ status: 'completed', error_message: '' });
    const rows = await service.withDatabase((db) =>
      db.collection<{ played_at: Date }>('listening_history').find().sort({ played_at: 1 }).toArray(),
    );
    // The sandbox' clock goes on, and may have brought another play.
    const fed = rows.filter(({ played_at }) => played_at.getTime() <= now);
    expect(fed).toHaveLength(heardBy('otto', rows[0]?.played_at.getTime() ?? 0, now + 1).length);
    expect(await otto.get('/api/v1/analytics/overview')).toMatchObject({ total_tracks_played: rows.length });
  }

  it('fails a sync that it fills up under with a sentence, and nothing is missing after the next', async () => {
    let job: SyncJobResponse;
    // The engine writes into the pages of its file that were freed before it needs the disk's. Where they do not even take
    // the sentence, the job is taken up again, and completes, as soon as there is room.
    do {
      await platform.setWeather({ latency_ms: 2_500 });
      await setClock((now += STEP_MS));
      const id = await otto.beginSync();
      await otto.jobUntil(id, ({ steps }) => steps[0]?.status === 'running');
      const before = refusedWrites();
      fill();
      await otto.jobUntil(id, (seen) => hasEnded(seen) || refusedWrites() > before + 1);
      await platform.setWeather({ latency_ms: 0 });
      makeRoom();
      job = await otto.jobUntil(id);
    } while (job.status === 'completed');
    expect(job).toMatchObject({ status: 'failed', error_message: NO_ROOM_FOR_SYNC });
    await expectNothingLost();
  }, 120_000);

  it('that keeps Redis from writing is told to whoever wants something stored, and fills no log', async () => {
    await setClock((now += STEP_MS));
    fill();
    // Redis notices with the first write that fails.
    while ((await api.call('/api/v1/auth/login')).status === 200) await sleep(50);
    const { status, body } = await api.call('/api/v1/auth/login');
    expect([status, body.detail]).toEqual([507, DISK_FULL]);
    const asked = await trigger();
    expect([asked.status, asked.body.detail]).toEqual([507, DISK_FULL]);
    const before = linesPrinted();
    await sleep(WATCH_MS);
    expect(linesPrinted() - before).toBeLessThan(MOST_LINES);
    makeRoom();
    await expectNothingLost();
  }, 120_000);

  /** How often the engine has told that its disk had no room for a page. */
  const refusedWrites = (): number => service.printed().split('Write error: No space left').length - 1;

  const linesPrinted = (): number => service.printed().split('\n').length;
});
