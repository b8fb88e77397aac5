import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { jobUntil, uploadFiles } from '../support/api-calls';
import { generateHistory, type HistoryOptions, writeExtendedJson } from '../support/export-generator';
import { playLine } from '../support/heard-plays';
import { JobEvents } from '../support/job-events';
import { LedgerAudit } from '../support/ledger-audit';
import { runOracle } from '../support/oracle';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { ServiceCluster } from '../support/service-cluster';
import { type LinkedListener, link } from '../support/sync-jobs';
import { type Answer, type ApiCaller, callApi, type CallOptions } from '../support/test-app';
import type { WorkerProcess } from '../support/worker-process';

const NOW = new Date();
const HISTORY: HistoryOptions = {
  seed: 41,
  records: 3_000,
  years: 1,
  endDate: new Date(NOW.getTime() - 30 * 86_400_000),
};
/** Whatever a listener reads that does not change from one moment to the next. */
const READS = [
  '/api/v1/users/me',
  '/api/v1/history?limit=100',
  '/api/v1/history?artist=a*&limit=100',
  '/api/v1/analytics/overview',
  '/api/v1/analytics/overview?period=week',
  '/api/v1/analytics/trend?period=month',
  '/api/v1/analytics/rollup-status',
  '/api/v1/tracks/top?limit=100',
  '/api/v1/artists/top?limit=100',
  '/api/v1/albums/top?limit=100',
  '/api/v1/genres/distribution',
  '/api/v1/playlists',
  '/api/v1/sync-jobs?limit=100',
];

/** The service as it serves many: what one replica knows, the others know as well. */
describe('two api and two worker processes on one database', () => {
  let folder: string;
  let platform: SandboxPlatform;
  let cluster: ServiceCluster;
  let apis: [ApiCaller, ApiCaller];
  let workers: [WorkerProcess, WorkerProcess];
  /** Each of them linked through one of the apis; Blanca has never played anything. */
  let blanca: LinkedListener;
  let mira: LinkedListener;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'playledger-two-'));
    platform = await startSandboxPlatform();
    cluster = await ServiceCluster.start(platform);
    apis = await Promise.all([startApi(), startApi()]);
    workers = [cluster.startWorker(), cluster.startWorker()];
    [blanca, mira] = await Promise.all([link(platform, apis[0], 'blanca'), link(platform, apis[1], 'mira')]);
  }, 120_000);
  afterAll(async () => {
    await cluster.close();
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function startApi(): Promise<ApiCaller> {
    const { url } = await cluster.startApi();
    return { url, call: (path, options) => callApi(`${url}${path}`, options) };
  }

  /** One answer of each api, asked at once. */
  const callBoth = (path: string, options: CallOptions): Promise<[Answer, Answer]> =>
    Promise.all([apis[0].call(path, options), apis[1].call(path, options)]);

  /** The jobs that a worker has begun. */
  const begunBy = (worker: WorkerProcess): string[] =>
    worker.printed().match(/(?<=Job )[0-9a-f]{24}(?= begins)/g) ?? [];

  it('do an import once, exactly, which either api tells of as it goes on', async () => {
    const path = join(folder, 'export.json');
    await writeExtendedJson(path, HISTORY);
    const id = await uploadFiles(apis[0].url, blanca.headers, [path]);
    const events = await JobEvents.open(`${apis[1].url}/api/v1/sync-jobs/${id}/events`, blanca.headers);
    await events.closed();
    const job = await jobUntil(apis[0].url, blanca.headers, id);

    expect(events.seen.at(-1)?.data).toEqual(job);
    const oracle = runOracle([{ file: path, format: 'extended', records: generateHistory(HISTORY) }], NOW);
    expect(job).toMatchObject({ status: 'completed', items_processed: HISTORY.records, report: oracle.total });
    expect(workers.flatMap(begunBy).filter((begun) => begun === id)).toHaveLength(1);
    const audit = new LedgerAudit(cluster.db);
    const lines = oracle.rows.map(({ trackId, playedAt }) => playLine(trackId, playedAt));
    expect(await audit.plays(blanca.userId, lines)).toEqual([]);
    expect(await audit.rollups(blanca.userId)).toEqual([]);
  }, 60_000);

  /** Asks both for a sync at once: once more where both tell of one that the schedule has begun. */
  async function triggerBoth(listener: LinkedListener): Promise<Answer[]> {
    for (;;) {
      const answers = await callBoth('/api/v1/sync-jobs/trigger', { method: 'POST', headers: listener.headers });
      if (answers.some(({ body }) => body.status !== 'already_running')) return answers;
      for (const { id } of await listener.jobs()) await listener.jobUntil(id);
    }
  }

  it('begin one sync of a listener, whichever api is asked, and share the work', async () => {
    const isIdle = (worker: WorkerProcess): boolean => begunBy(worker).length === 0;
    // The sync is still under way when the slower of the two is asked.
    await platform.setWeather({ latency_ms: 500 });
    do {
      const answers = await triggerBoth(mira);
      expect(answers.map(({ body }) => body.status).sort()).toEqual(['already_running', 'started']);
      const id = String(answers.find(({ body }) => body.status === 'started')?.body.job_id);
      expect(await mira.jobUntil(id)).toMatchObject({ status: 'completed' });
      expect(workers.flatMap(begunBy).filter((begun) => begun === id)).toHaveLength(1);
    } while (workers.some(isIdle));
    await platform.clearWeather();
  }, 120_000);

  it('answer the same', async () => {
    // Whatever the schedule or the catalogue brings between two reads would be news to the second.
    for (const worker of workers) await worker.kill('SIGTERM');
    for (const { headers } of [blanca, mira]) {
      await apis[0].call('/api/v1/analytics/overview', { headers });
      for (const path of READS) {
        const [first, second] = await callBoth(path, { headers });
        expect({ path, status: first.status }).toEqual({ path, status: 200 });
        expect({ path, body: second.body }).toEqual({ path, body: first.body });
      }
    }
  });

  it('count a listener’s requests together', async () => {
    // So that all of them fall into one minute.
    const redis = new Redis(cluster.env.REDIS_URL ?? '');
    await redis.del(`rate-limit:user:${mira.userId}`);
    await redis.quit();
    const left: number[] = [];
    for (const api of [...apis, ...apis]) {
      const { headers } = await api.call('/api/v1/users/me', { headers: mira.headers });
      left.push(Number(headers.get('ratelimit-remaining')));
    }
    const [first = NaN] = left;
    expect(left).toEqual([first, first - 1, first - 2, first - 3]);
  });

  it('hold to a logout at either of them', async () => {
    const statuses = async (): Promise<number[]> =>
      (await callBoth('/api/v1/users/me', { headers: mira.headers })).map(({ status }) => status);
    expect(await statuses()).toEqual([200, 200]);
    await apis[0].call('/api/v1/auth/logout', { method: 'POST', headers: mira.headers });
    expect(await statuses()).toEqual([401, 401]);
  });
});
