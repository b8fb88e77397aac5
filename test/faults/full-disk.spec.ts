import { execFileSync } from 'node:child_process';
import { mkdtempSync, openAsBlob, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_ROOM_LEFT } from '../../src/history/import/disk-errors';
import { type AuthHeaders, getJson, jobUntil, uploadFiles } from '../support/api-calls';
import { generateHistory, type HistoryOptions, writeExtendedZip } from '../support/export-generator';
import { type OracleState, runOracle } from '../support/oracle';
import { ServiceProcess } from '../support/service-process';

// The disk of another document engine is not the one that is filled here.
delete process.env.MONGODB_URI;
// On a disk without a page left, Redis refuses everything as soon as it has to write: see full-disk-sync.spec.ts.
const REDIS_URL = process.env.TEST_REDIS_URL ?? '';

const MINUTES = 60_000;
const MIB = 1024 ** 2;
const now = new Date();
const HISTORY: HistoryOptions = { seed: 7, records: 30_000, years: 3, endDate: now };

/** A small file system of its own that can be filled, which takes the rights of root to mount. */
describe('a full disk', () => {
  let folder: string;
  let disk: string;
  let service: ServiceProcess;
  let user: AuthHeaders;
  let zip: string;
  let oracle: OracleState;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'playledger-disk-'));
    disk = mkdtempSync(join(folder, 'disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', disk]);
    service = await ServiceProcess.start(join(disk, 'data'), { env: { REDIS_URL } });
    user = await service.signIn('tight');
    zip = join(folder, 'export.zip');
    await writeExtendedZip(zip, HISTORY, { files: 2 });
    oracle = runOracle([{ file: 'all', format: 'extended', records: generateHistory(HISTORY) }], now);
  }, MINUTES);
  afterAll(async () => {
    await service.kill('SIGTERM');
    execFileSync('umount', ['-l', disk]);
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(() => {
    makeRoom();
  });

  function fillBut(bytes: number): void {
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, 'ballast'), Buffer.alloc(bavail * bsize - bytes));
  }

  function makeRoom(): void {
    rmSync(join(disk, 'ballast'), { force: true });
  }

  async function upload(): Promise<{ status: number; detail: unknown }> {
    const body = new FormData();
    body.append('file', await openAsBlob(zip), 'export.zip');
    const response = await fetch(`${service.url}/api/v1/history/import`, { method: 'POST', headers: user, body });
    return { status: response.status, detail: ((await response.json()) as { detail: unknown }).detail };
  }

  const isReady = async (): Promise<boolean> => (await fetch(`${service.url}/api/health/ready`)).status === 200;

  it.each([
    ['no room at all', 0],
    ['room for a part of it', 256 * 1024],
  ])('refuses an upload with %s, and keeps nothing of it', async (_, room) => {
    fillBut(room);
    expect(await upload()).toEqual({ status: 507, detail: NO_ROOM_LEFT });
    expect(readdirSync(join(disk, 'data', 'imports'))).toEqual([]);
    expect(await isReady()).toBe(true);
  });

  it(
    'ends an import that fills it with a sentence, and with room made the same upload completes',
    async () => {
      fillBut(5 * MIB);
      const job = await jobUntil(service.url, user, await uploadFiles(service.url, user, [zip]));
      expect(job).toMatchObject({ status: 'failed', error_message: NO_ROOM_LEFT });
      expect(job.steps[0]).toMatchObject({ status: 'failed', error: NO_ROOM_LEFT });
      expect(await isReady()).toBe(true);
      const before = await getJson<{ total: number }>(service.url, user, '/api/v1/history?limit=1');
      expect(before.total).toBeLessThan(oracle.rows.length);

      makeRoom();
      const again = await jobUntil(service.url, user, await uploadFiles(service.url, user, [zip]));
      expect(again).toMatchObject({ status: 'completed', items_processed: HISTORY.records, error_message: '' });
      const known = oracle.total.skipped.duplicate;
      expect(again.report).toMatchObject({
        records: HISTORY.records,
        stored: oracle.rows.length - before.total,
        skipped: { ...oracle.total.skipped, duplicate: known + before.total },
      });
      const after = await getJson<{ total: number }>(service.url, user, '/api/v1/history?limit=1');
      expect(after.total).toBe(oracle.rows.length);
      const overview = await getJson<{ total_tracks_played: number }>(service.url, user, '/api/v1/analytics/overview');
      expect(overview.total_tracks_played).toBe(oracle.rows.length);
    },
    4 * MINUTES,
  );

  it(
    'ends an import whose account of what it did not store has no room',
    async () => {
      // Everything is known by now: the account names every record, and little else is written.
      fillBut(4 * MIB);
      const job = await jobUntil(service.url, user, await uploadFiles(service.url, user, [zip]));
      expect(job).toMatchObject({ status: 'failed', error_message: NO_ROOM_LEFT });
      expect(await isReady()).toBe(true);

      makeRoom();
      const again = await jobUntil(service.url, user, await uploadFiles(service.url, user, [zip]));
      expect(again).toMatchObject({ status: 'completed', report: { records: HISTORY.records, stored: 0 } });
    },
    4 * MINUTES,
  );
});
