import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchRow } from '../bench/report';
import { jobUntil } from '../support/api-calls';
import { growth } from '../support/growth';
import { type CannonReport, cannonade } from './cannon';
import type { LoadScene } from './scene';

const SAMPLE_MS = 1_000;
const SYNC_EVERY_MS = 2_000;
/** Of the time, until caches and pools are as large as they get. */
const WARM_UP = 1 / 3;
/** A series that is shorter tells of garbage that waits for its collection, and not of a trend. */
const SHORTEST_TREND_SECONDS = 90;
const MOST_GROWTH_MB = 40;
const FIRST_SEED = 1_000;

export interface MixedLoad {
  connections: number;
  seconds: number;
  /** Of each import that goes on meanwhile. */
  records: number;
  mostP99Ms: number;
}

/** Reads of all kinds on many connections, while one import follows the other and everybody is synced again and again. */
export async function mixedLoad(scene: LoadScene, load: MixedLoad): Promise<BenchRow[]> {
  const stop = new AbortController();
  const memory: number[] = [];
  const [report, imports, syncs] = await Promise.all([
    cannonade(scene.service.url, scene.reads, load).finally(() => {
      stop.abort();
    }),
    keepImporting(scene, load.records, stop.signal),
    keepSyncing(scene, stop.signal),
    sampleMemory(scene, memory, stop.signal),
  ]);
  const of = `${load.connections} connections for ${load.seconds} s`;
  const none = { atMost: 0 };
  const settled = memory.slice(Math.floor(memory.length * WARM_UP));
  const rows: BenchRow[] = [
    { what: `${of}: requests answered`, value: report.requests.total, unit: '' },
    { what: `${of}: answers a second`, value: report.requests.average, unit: '/s' },
    { what: `${of}: answers other than 2xx${namesOf(report)}`, value: report.non2xx, unit: '', bar: none },
    { what: `${of}: broken connections`, value: report.errors - report.timeouts, unit: '', bar: none },
    { what: `${of}: time-outs`, value: report.timeouts, unit: '', bar: none },
    // Each connection waits for its answer before it asks again: on average an answer takes as long as this.
    {
      what: `${of}: connections by answers a second`,
      value: (1_000 * load.connections) / report.requests.average,
      unit: 'ms',
    },
    { what: `${of}: p50`, value: report.latency.p50, unit: 'ms' },
    { what: `${of}: p99`, value: report.latency.p99, unit: 'ms', bar: { atMost: load.mostP99Ms } },
    { what: `${of}: longest`, value: report.latency.max, unit: 'ms' },
    { what: `imports of ${load.records} records completed meanwhile`, value: imports, unit: '' },
    { what: 'syncs completed meanwhile', value: syncs, unit: '' },
    { what: 'RssAnon, highest', value: Math.max(...memory) / 1e6, unit: 'MB' },
    { what: 'load average of the last minute', value: loadavg()[0] ?? 0, unit: '' },
  ];
  if (load.seconds < SHORTEST_TREND_SECONDS) return rows;
  const grown = growth(settled) / 1e6;
  const minutes = (load.seconds * (1 - WARM_UP)) / 60;
  return [
    ...rows,
    { what: 'RssAnon, growth over the last two thirds', value: grown, unit: 'MB', bar: { atMost: MOST_GROWTH_MB } },
    { what: 'RssAnon, slope over the last two thirds', value: grown / minutes, unit: 'MB/min' },
  ];
}

/** Their statuses, and how often each was met. */
function namesOf({ statusCodeStats }: CannonReport): string {
  const others = Object.entries(statusCodeStats).filter(([status]) => !status.startsWith('2'));
  return others.length === 0 ? '' : ` (${others.map(([status, { count }]) => `${count} x ${status}`).join(', ')})`;
}

/** Of somebody new each time: what the others read stays as large as it was, so that what is left of growth is the service's. */
async function keepImporting(scene: LoadScene, records: number, until: AbortSignal): Promise<number> {
  let completed = 0;
  while (!until.aborted) {
    const headers = await scene.service.signIn(`newcomer-${completed}`);
    const upload = await scene.upload({ headers }, FIRST_SEED + completed, records);
    const job = await jobUntil(scene.service.url, headers, upload);
    if (job.status !== 'completed') throw new Error(`An import failed: ${job.error_message}`);
    completed++;
  }
  return completed;
}

async function keepSyncing({ listeners }: LoadScene, until: AbortSignal): Promise<number> {
  let completed = 0;
  while (!until.aborted) {
    const jobs = await Promise.all(listeners.map((listener) => listener.sync()));
    for (const job of jobs) if (job.status !== 'completed') throw new Error(`A sync failed: ${job.error_message}`);
    completed += jobs.length;
    await sleep(SYNC_EVERY_MS);
  }
  return completed;
}

async function sampleMemory({ service }: LoadScene, samples: number[], until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    samples.push(service.memory());
    await sleep(SAMPLE_MS);
  }
}
