import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jobUntil, uploadFiles } from '../support/api-calls';
import { generateHistory, type HistoryOptions, writeExtendedZip } from '../support/export-generator';
import { playLine } from '../support/heard-plays';
import { LedgerAudit } from '../support/ledger-audit';
import { runOracle } from '../support/oracle';
import { RoundRobinProxy } from '../support/round-robin';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { ServiceCluster } from '../support/service-cluster';
import type { ServiceProcess } from '../support/service-process';
import { link } from '../support/sync-jobs';
import { callApi } from '../support/test-app';
import type { WorkerProcess } from '../support/worker-process';

const READERS = 4;
/** A person's client takes a breath. */
const BREATH_MS = 10;
const PATHS = [
  '/api/v1/history',
  '/api/v1/analytics/overview',
  '/api/v1/tracks/top',
  '/api/v1/sync-jobs',
  '/api/v1/playlists',
  '/api/v1/player/current',
  '/api/health',
];
const NOW = new Date();
const HISTORY: HistoryOptions = {
  seed: 23,
  records: 15_000,
  years: 3,
  endDate: new Date(NOW.getTime() - 30 * 86_400_000),
};

/** An upgrade: each replica is told to stop and started again, one after the other, as a newer release would be. */
describe('two replicas that are restarted one after the other', () => {
  let folder: string;
  let platform: SandboxPlatform;
  let cluster: ServiceCluster;
  let apis: ServiceProcess[];
  let workers: WorkerProcess[];
  let proxy: RoundRobinProxy;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'playledger-rolling-'));
    platform = await startSandboxPlatform();
    cluster = await ServiceCluster.start(platform);
    apis = [await cluster.startApi(), await cluster.startApi()];
    workers = [cluster.startWorker(), cluster.startWorker()];
    proxy = await RoundRobinProxy.to(apis.map(({ url }) => Number(new URL(url).port)));
  }, 120_000);
  afterAll(async () => {
    await proxy.close();
    await cluster.close();
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('answer every request, and an import that runs meanwhile is exact', async () => {
    const { url } = apis[0] ?? { url: '' };
    const listener = await link(
      platform,
      { url, call: (path, options) => callApi(`${url}${path}`, options) },
      'blanca',
    );
    const headers = listener.headers;
    const zip = join(folder, 'export.zip');
    await writeExtendedZip(zip, HISTORY, { files: 3 });
    const id = await uploadFiles(proxy.url, headers, [zip]);
    await jobUntil(proxy.url, headers, id, ({ items_processed }) => items_processed > 0);

    const isOver = new AbortController();
    const unanswered: string[] = [];
    let answered = 0;
    const read = async (): Promise<void> => {
      for (let turn = 0; !isOver.signal.aborted; turn++) {
        const path = PATHS[turn % PATHS.length] ?? '';
        const { status, body } = await callApi(`${proxy.url}${path}`, { headers });
        if (status === 200) answered++;
        else unanswered.push(`${path}: ${status} ${JSON.stringify(body)}`);
        await sleep(BREATH_MS);
      }
    };
    const reading = Array.from({ length: READERS }, read);
    for (const replica of [0, 1]) {
      await Promise.all([apis[replica]?.kill('SIGTERM'), workers[replica]?.kill('SIGTERM')]);
      workers[replica] = cluster.startWorker();
      await apis[replica]?.start();
      await proxy.allBack();
    }
    const job = await jobUntil(proxy.url, headers, id);
    isOver.abort();
    await Promise.all(reading);

    console.log(`${answered} requests were answered, ${proxy.retries} connections tried on the other replica`);
    expect(unanswered.slice(0, 10)).toEqual([]);
    const oracle = runOracle([{ file: 'all', format: 'extended', records: generateHistory(HISTORY) }], NOW);
    expect(job).toMatchObject({ status: 'completed', items_processed: HISTORY.records, report: oracle.total });
    const audit = new LedgerAudit(cluster.db);
    const lines = oracle.rows.map(({ trackId, playedAt }) => playLine(trackId, playedAt));
    expect(await audit.plays(listener.userId, lines)).toEqual([]);
    expect(await audit.rollups(listener.userId)).toEqual([]);
    // The schedule may have begun one.
    await audit.jobsEnd();
    expect(await audit.jobs()).toEqual([]);
  }, 240_000);
});
