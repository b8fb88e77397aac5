import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, HOUR_MS } from '../../src/common/durations';
import { type ImportJob, jobUntil, uploadFiles } from '../support/api-calls';
import { generateHistory, type HistoryOptions, writeExtendedZip } from '../support/export-generator';
import { runOracle } from '../support/oracle';
import { playsCounted, ShiftedClock } from '../support/shifted-clock';
import type { LinkedListener } from '../support/sync-jobs';
import { callApi } from '../support/test-app';

// The clock of another document engine is not the service's.
delete process.env.MONGODB_URI;
delete process.env.REDIS_URL;

const HISTORY: HistoryOptions = { seed: 31, records: 20_000, years: 2, endDate: new Date(Date.now() - 30 * DAY_MS) };
/** What a job may take that is missed after ten seconds, and found within five more. */
const TAKEN_UP_WITHIN_MS = 90_000;
const POLL_MS = 20;

describe('a clock that is set while the service runs', () => {
  let clock: ShiftedClock;
  let zip: string;

  beforeAll(async () => {
    clock = await ShiftedClock.start();
    zip = join(clock.folder, 'export.zip');
    await writeExtendedZip(zip, HISTORY, { files: 2 });
  }, 120_000);
  afterAll(() => clock.close());
  afterEach(() => clock.reset());

  function expectExact(job: ImportJob): void {
    const { total } = runOracle([{ file: 'all', format: 'extended', records: generateHistory(HISTORY) }], new Date());
    expect(job).toMatchObject({ status: 'completed', error_message: '', report: total });
  }

  it.each([
    ['an hour forward', 'mira', HOUR_MS],
    ['an hour back', 'otto', -HOUR_MS],
  ])(
    'by %s, in the middle of an import and a sync, loses nothing and stops nothing',
    async (_, name, stepMs) => {
      const listener = await clock.linkAs(name);
      const headers = listener.headers;
      const before = await playsCounted(listener);
      await clock.platform.setWeather({ latency_ms: 200 });
      const id = await uploadFiles(clock.service.url, headers, [zip]);
      await jobUntil(clock.service.url, headers, id, ({ items_processed }) => items_processed > 0);
      const syncId = await listener.beginSync();
      clock.set(stepMs);
      // A session from the future is none, once the service has seen its clock.
      const wanted = stepMs < 0 ? 401 : 200;
      while ((await callApi(`${clock.service.url}/api/v1/sync-jobs`, { headers })).status !== wanted)
        await sleep(POLL_MS);
      const again = await clock.linkAs(name);
      const sync = await again.jobUntil(syncId);
      expect(sync).toMatchObject({ status: 'completed', error_message: '' });
      expectExact(await jobUntil(clock.service.url, again.headers, id));
      // The sandbox' clock goes on, and may have brought another play.
      const told = await totalOf(again, 'api');
      expect(told).toBeGreaterThanOrEqual(before);
      expect(await playsCounted(again)).toBe(told + (await totalOf(again, 'import')));
      expect(await again.sync()).toMatchObject({ status: 'completed' });
    },
    TAKEN_UP_WITHIN_MS * 2,
  );

  async function totalOf(listener: LinkedListener, source: 'api' | 'import'): Promise<number> {
    return clock.service.withDatabase((db) =>
      db.collection('listening_history').countDocuments({ user_id: listener.userId, source }),
    );
  }

  it(
    'that is an hour behind after a crash, as on a machine without a battery, does not keep a job waiting for an hour',
    async () => {
      const { headers } = await clock.linkAs('nell');
      const id = await uploadFiles(clock.service.url, headers, [zip]);
      await jobUntil(clock.service.url, headers, id, ({ items_processed }) => items_processed > 0);
      await clock.service.kill('SIGKILL');
      clock.prepare(-HOUR_MS);
      await clock.service.start();
      expectExact(await jobUntil(clock.service.url, (await clock.linkAs('nell')).headers, id));
    },
    TAKEN_UP_WITHIN_MS * 2,
  );
});
