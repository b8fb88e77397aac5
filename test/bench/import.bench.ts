import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AuthHeaders, getJson, hasEnded, jobUntil, uploadFiles } from '../support/api-calls';
import { writeExtendedZip } from '../support/export-generator';
import { ServiceProcess } from '../support/service-process';
import { median } from '../support/median';
import { GivenServer } from './given-server';
import { HISTORY, insertPlays } from './plays';
import { progress } from './progress';
import { type BenchOptions, type BenchRow, count } from './report';

const RAW_DATABASE = 'playledger_raw';
const LATENCY_SAMPLE_MS = 100;
/** How often it is asked whether an import has ended; when it did is told by the job. */
const POLL_MS = 500;
/** Of the import of another tracker of one's own listening, measured on the reference engine with 2 cores. */
const PEER_RECORDS_A_SECOND = 660;
const TIMES_FASTER_THAN_PEER = 10;

/**
 * Import of an export, from the first byte of the upload to the completed job with its analytics, beside the driver's
 * raw insertMany of the same plays with the same indexes on the same engine, while nobody reads, by turns; then the same
 * import while somebody does; each into a data folder of its own.
 */
export async function benchImport({ plays, entry, rounds, syncMode }: BenchOptions): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'playledger-bench-'));
  try {
    const zip = join(folder, 'export.zip');
    await writeExtendedZip(zip, { ...HISTORY, records: plays });
    const raw: number[] = [];
    const alone: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      progress(`import of ${count(plays)} records: raw inserts, ${round} of ${rounds}`);
      raw.push(await withService(join(folder, `raw-${round}`), entry, (service) => insertRaw(service, plays)));
      progress(`import of ${count(plays)} records: the import, ${round} of ${rounds}`);
      const imported = await withService(join(folder, `import-${round}`), entry, async (service) =>
        importFile(service, await service.signIn(`alone-${round}`), zip, plays),
      );
      alone.push(imported.seconds);
    }
    const beside: WatchedImport[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      progress(`import of ${count(plays)} records: the import beside a reader, ${round} of ${rounds}`);
      beside.push(
        await withService(join(folder, `beside-${round}`), entry, (service) => importBesideReader(service, zip, plays)),
      );
    }
    return [
      {
        what: `import, ${count(plays)} records (${Math.round(statSync(zip).size / 1e6)} MB zip), ${syncMode}`,
        value: plays / median(alone),
        unit: 'records/s',
        baseline: plays / median(raw),
        baselineName: 'raw insertMany',
        bar: { ratioAtLeast: 0.6 },
      },
      {
        what: `import, ${count(plays)} records, beside another tracker`,
        value: plays / median(alone),
        unit: 'records/s',
        baseline: PEER_RECORDS_A_SECOND,
        baselineName: 'another tracker',
        bar: { ratioAtLeast: TIMES_FASTER_THAN_PEER },
      },
      {
        what: `import, ${count(plays)} records, beside a reader`,
        value: plays / median(beside.map(({ seconds }) => seconds)),
        unit: 'records/s',
      },
      ...footprintRows(`import, ${count(plays)} records`, beside),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns seconds */
function insertRaw(service: ServiceProcess, plays: number): Promise<number> {
  return service.withDatabase(({ client }) => insertPlays(client.db(RAW_DATABASE).collection('plays'), plays));
}

/** Runs the service on a folder, and leaves nothing of it: what is measured next begins with an empty engine, too. */
export async function withService<T>(
  dataDir: string,
  main: string,
  work: (service: ServiceProcess) => Promise<T>,
): Promise<T> {
  const service = await ServiceProcess.start(dataDir, { from: { main } });
  try {
    return await work(service);
  } finally {
    await service.kill('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
    await GivenServer.inUse()?.empty();
  }
}

/** What an import took. */
interface MeasuredImport {
  seconds: number;
  /** Of the service's process. */
  peakBytes: number;
}

/** The same, and what it left to others meanwhile. */
interface WatchedImport extends MeasuredImport {
  /** Of reads, in milliseconds. */
  p99: number;
}

/** Imports a file of so many records, all of which are plays, while somebody reads as a browser would. */
export async function importBesideReader(
  service: ServiceProcess,
  path: string,
  records: number,
): Promise<WatchedImport> {
  const user = await service.signIn('reader');
  const p99 = watchLatency(service, user);
  const measured = await importFile(service, user, path, records);
  return { ...measured, p99: await p99() };
}

async function importFile(
  service: ServiceProcess,
  user: AuthHeaders,
  path: string,
  records: number,
): Promise<MeasuredImport> {
  const peak = service.watchMemory();
  const start = Date.now();
  const id = await uploadFiles(service.url, user, [path]);
  const job = await jobUntil(service.url, user, id, hasEnded, POLL_MS);
  const seconds = (Date.parse(job.completed_at) - start) / 1000;
  const peakBytes = peak();
  if (job.status !== 'completed' || job.items_processed !== records)
    throw new Error(`The import did not end well: ${JSON.stringify(job)}`);
  return { seconds, peakBytes };
}

/** What imports may do to the machine and to other requests: the highest peak, and the median of the 99th percentiles. */
export function footprintRows(what: string, imports: readonly WatchedImport[]): BenchRow[] {
  const peakBytes = Math.max(...imports.map((each) => each.peakBytes));
  return [
    { what: `${what}: peak RssAnon of the process`, value: peakBytes / 1e6, unit: 'MB', bar: { atMost: 300 } },
    {
      what: `${what}: p99 of history pages and job lists meanwhile`,
      value: median(imports.map(({ p99 }) => p99)),
      unit: 'ms',
      bar: { atMost: 100 },
    },
  ];
}

/** Reads as a user's browser would until it is told to end. @returns what ends it and tells the 99th percentile, in ms */
function watchLatency(service: ServiceProcess, user: AuthHeaders): () => Promise<number> {
  const latencies = createHistogram();
  const stopped = new AbortController();
  const read = async (): Promise<void> => {
    for (let turn = 0; !stopped.signal.aborted; turn += 1) {
      const start = performance.now();
      await getJson(service.url, user, turn % 2 === 0 ? '/api/v1/history' : '/api/v1/sync-jobs');
      latencies.record(Math.max(1, Math.round(performance.now() - start)));
      await sleep(LATENCY_SAMPLE_MS);
    }
  };
  const reading = read();
  return async () => {
    stopped.abort();
    await reading;
    return latencies.percentile(99);
  };
}
