import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AuthHeaders, getJson, jobUntil, uploadFiles } from '../support/api-calls';
import { writeExtendedZip } from '../support/export-generator';
import { ServiceProcess } from '../support/service-process';
import { HISTORY, insertPlays } from './plays';
import type { BenchOptions, BenchRow } from './report';

const RAW_DATABASE = 'playledger_raw';
const LATENCY_SAMPLE_MS = 100;

/**
 * Import of an export, from the first byte of the upload to the completed job with its analytics, beside the driver's
 * raw insertMany of the same plays with the same indexes on the same engine; each into a data folder of its own.
 */
export async function benchImport({ plays, entry }: BenchOptions): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'playledger-bench-'));
  try {
    const zip = join(folder, 'export.zip');
    await writeExtendedZip(zip, { ...HISTORY, records: plays });
    const raw = await withService(join(folder, 'raw'), entry, (service) =>
      service.withDatabase((client) => insertPlays(client.db(RAW_DATABASE).collection('plays'), plays)),
    );
    const { seconds, peakBytes, p99 } = await withService(join(folder, 'import'), entry, (service) =>
      importZip(service, zip, plays),
    );
    return [
      {
        what: `import, ${plays} records (${Math.round(statSync(zip).size / 1e6)} MB zip)`,
        value: plays / seconds,
        unit: 'records/s',
        baseline: plays / raw,
        baselineName: 'raw insertMany',
        bar: { ratioAtLeast: 0.6 },
      },
      {
        what: `import, ${plays} records: peak RssAnon of the process`,
        value: peakBytes / 1e6,
        unit: 'MB',
        bar: { atMost: 300 },
      },
      {
        what: `import, ${plays} records: p99 of history pages and job lists meanwhile`,
        value: p99,
        unit: 'ms',
        bar: { atMost: 100 },
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function withService<T>(
  dataDir: string,
  main: string,
  work: (service: ServiceProcess) => Promise<T>,
): Promise<T> {
  const service = await ServiceProcess.start(dataDir, { from: { main } });
  try {
    return await work(service);
  } finally {
    await service.kill('SIGTERM');
  }
}

async function importZip(
  service: ServiceProcess,
  zip: string,
  plays: number,
): Promise<{ seconds: number; peakBytes: number; p99: number }> {
  const user = await service.signIn('bench');
  const peak = service.watchMemory();
  const p99 = watchLatency(service, user);
  const start = performance.now();
  const job = await jobUntil(service.url, user, await uploadFiles(service.url, user, [zip]));
  const seconds = (performance.now() - start) / 1000;
  const peakBytes = peak();
  if (job.status !== 'completed' || job.items_processed !== plays)
    throw new Error(`The import did not end well: ${JSON.stringify(job)}`);
  return { seconds, peakBytes, p99: await p99() };
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
