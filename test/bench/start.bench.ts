import { setTimeout as sleep } from 'node:timers/promises';
import { getJson } from '../support/api-calls';
import { median } from '../support/median';
import type { GrowingHistory } from './growing-history';
import { FIGURES } from './http/reads';
import { progress } from './progress';
import { type BenchOptions, type BenchRow, count } from './report';

const POLL_MS = 5;
/** Long enough for what a start leaves behind to be collected, and for the first requests' work to end. */
const SETTLE_MS = 5_000;
const SAMPLES = 50;
const SAMPLE_MS = 100;
const MOST_START_SECONDS = 2;
const MOST_IDLE_MB = 180;

/** Starts the service on its data again and again; then lets it serve a few reads and looks at its memory. */
export async function benchStart(history: GrowingHistory, { rounds }: BenchOptions): Promise<BenchRow[]> {
  const { service, headers, plays } = history;
  const starts: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    progress(`start, ${count(plays)} plays: ${round} of ${rounds}`);
    await service.kill('SIGTERM');
    const begun = performance.now();
    const ready = service.start();
    starts.push(
      await Promise.race([firstAnswer(service.url), ready.then(() => performance.now())]).then(
        (at) => (at - begun) / 1000,
      ),
    );
    await ready;
  }
  progress(`start, ${count(plays)} plays: idle memory`);
  for (const { path } of FIGURES) await getJson(service.url, headers, path);
  await sleep(SETTLE_MS);
  const memory: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    memory.push(service.memory());
    await sleep(SAMPLE_MS);
  }
  const of = `${count(plays)} plays`;
  return [
    {
      what: `start to the first 200 from /api/health, ${of}`,
      value: median(starts),
      unit: 's',
      bar: { atMost: MOST_START_SECONDS },
    },
    {
      what: `idle RssAnon without Redis, ${of}`,
      value: median(memory) / 1e6,
      unit: 'MB',
      bar: { atMost: MOST_IDLE_MB },
    },
  ];
}

/** @returns when that was */
async function firstAnswer(url: string): Promise<number> {
  for (;;) {
    const isUp = await fetch(`${url}/api/health`).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isUp) return performance.now();
    await sleep(POLL_MS);
  }
}
