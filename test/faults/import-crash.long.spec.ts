import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AuthHeaders, getJson, type ImportJob, jobUntil, uploadFiles } from '../support/api-calls';
import { generateHistory, type HistoryOptions, writeExtendedZip } from '../support/export-generator';
import { type OracleState, runOracle } from '../support/oracle';
import { rawZip } from '../support/raw-zip';
import { ServiceProcess } from '../support/service-process';

const MINUTES = 60_000;
const RECORDS = 60_000;
const KILLS = 4;

const now = new Date();
const HISTORY: HistoryOptions = { seed: 11, records: RECORDS, years: 3, endDate: now };

describe('an import whose process is killed', () => {
  let folder: string;
  let service: ServiceProcess;
  let user: AuthHeaders;
  let oracle: OracleState;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'playledger-crash-'));
    service = await ServiceProcess.start(join(folder, 'data'));
    user = await service.signIn('survivor');
    oracle = runOracle([{ file: 'all', format: 'extended', records: generateHistory(HISTORY) }], now);
  }, MINUTES);
  afterAll(async () => {
    await service.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });

  it(
    'finishes by itself after every restart, and its counts are those of an undisturbed one',
    async () => {
      const zip = join(folder, 'export.zip');
      await writeExtendedZip(zip, HISTORY, { files: 5 });
      // In an archive of its own, so that what is unpacked on the way must outlast the process as well.
      const outer = join(folder, 'outer.zip');
      writeFileSync(outer, rawZip([{ name: 'export.zip', content: readFileSync(zip) }]));
      const id = await uploadFiles(service.url, user, [outer]);
      for (let kill = 1; kill <= KILLS; kill++) {
        const enough = (RECORDS * kill) / (KILLS + 2);
        const before = await jobUntil(service.url, user, id, (job) => job.items_processed >= enough);
        expect(before.status).toBe('running');
        await service.kill('SIGKILL');
        await service.start();
      }
      const job: ImportJob = await jobUntil(service.url, user, id);
      expect(job).toMatchObject({ status: 'completed', items_processed: RECORDS, items_total: RECORDS });
      const { skipped, ...counts } = oracle.total;
      expect(job.report).toMatchObject({ ...counts, skipped });
      const history = await getJson<{ total: number }>(service.url, user, '/api/v1/history?limit=1');
      expect(history.total).toBe(oracle.rows.length);
      const overview = await getJson<{ total_tracks_played: number }>(service.url, user, '/api/v1/analytics/overview');
      expect(overview.total_tracks_played).toBe(oracle.rows.length);
    },
    4 * MINUTES,
  );

  it(
    'gives back the data folder when it is told to stop',
    async () => {
      const asked = performance.now();
      await service.kill('SIGTERM');
      expect(performance.now() - asked).toBeLessThan(10_000);
      await service.start();
      expect((await getJson<{ total: number }>(service.url, user, '/api/v1/history?limit=1')).total).toBe(
        oracle.rows.length,
      );
    },
    MINUTES,
  );
});
