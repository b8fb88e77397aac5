import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchRow } from '../bench/report';
import { hasEnded, jobUntil } from '../support/api-calls';
import type { LinkedListener } from '../support/sync-jobs';
import type { LoadScene } from './scene';
import { uploadSlowly } from './slow-uploads';

const POLL_MS = 250;
const READ_EVERY_MS = 50;
const SMALL_RECORDS = 20;
const SEED = 50_000;

/** Many uploads that trickle in, and somebody else who reads and uploads meanwhile. */
export async function slowUploads(
  scene: LoadScene,
  { uploads, seconds }: { uploads: number; seconds: number },
): Promise<BenchRow[]> {
  const { service } = scene;
  const [slow, other] = scene.listeners;
  if (slow === undefined || other === undefined) throw new Error('There are too few listeners');
  const areIn = new AbortController();
  const trickling = Promise.all(
    Array.from({ length: uploads }, () => uploadSlowly(service.url, slow.headers, seconds)),
  ).finally(() => {
    areIn.abort();
  });
  let longestRead = 0;
  const reading = (async () => {
    while (!areIn.signal.aborted) {
      const start = performance.now();
      await other.get('/api/v1/history');
      longestRead = Math.max(longestRead, performance.now() - start);
      await sleep(READ_EVERY_MS);
    }
  })();
  const start = performance.now();
  const job = await jobUntil(service.url, other.headers, await scene.upload(other, SEED, 2_000));
  const importSeconds = (performance.now() - start) / 1000;
  const wasFirst = !areIn.signal.aborted && job.status === 'completed';
  const ids = await trickling;
  await reading;
  const jobs: { status: string }[] = [];
  // One after the other: they run so, and asking for all of them at once would be a load of its own.
  for (const id of ids) jobs.push(await slow.jobUntil(id));
  const of = `${uploads} uploads of ${seconds} s each`;
  return [
    {
      what: `${of}: not completed`,
      value: jobs.filter(({ status }) => status !== 'completed').length,
      unit: '',
      bar: { atMost: 0 },
    },
    { what: `${of}: longest read of another user`, value: longestRead, unit: 'ms', bar: { atMost: 3_000 } },
    { what: `${of}: import of another user`, value: importSeconds, unit: 's' },
    { what: `${of}: imports of another user that had to wait`, value: wasFirst ? 0 : 1, unit: '', bar: { atMost: 0 } },
  ];
}

/** A backlog of imports of one user, while another one's import goes on beside it. */
export async function backlog(scene: LoadScene, jobs: number): Promise<BenchRow[]> {
  const [, , busy, other] = scene.listeners;
  if (busy === undefined || other === undefined) throw new Error('There are too few listeners');
  const start = performance.now();
  // One after the other, so that it is certain in which order they came.
  for (let next = 0; next < jobs; next++) await scene.upload(busy, SEED + next, SMALL_RECORDS);
  const otherStart = performance.now();
  await jobUntil(scene.service.url, other.headers, await scene.upload(other, SEED, SMALL_RECORDS));
  const otherSeconds = (performance.now() - otherStart) / 1000;
  const ended = await allImports(busy, jobs);
  const seconds = (performance.now() - start) / 1000;
  const inOrder = [...ended].sort((left, right) => left.created_at.localeCompare(right.created_at));
  const outOfTurn = inOrder.filter(({ started_at }, index) => {
    const former = inOrder[index - 1]?.started_at ?? '';
    return (started_at ?? '') < former;
  }).length;
  const of = `backlog of ${jobs} imports of one user`;
  const failed = ended.filter(({ status }) => status !== 'completed').length;
  return [
    { what: `${of}: imports that failed`, value: failed, unit: '', bar: { atMost: 0 } },
    { what: `${of}: imports begun before an older one`, value: outOfTurn, unit: '', bar: { atMost: 0 } },
    { what: `${of}: until all are done`, value: seconds, unit: 's' },
    { what: `${of}: import of another user meanwhile`, value: otherSeconds, unit: 's' },
  ];
}

interface Ended {
  status: string;
  created_at: string;
  started_at: string | null;
}

async function allImports(listener: LinkedListener, jobs: number): Promise<Ended[]> {
  for (;;) {
    const ended: Ended[] = [];
    for (let page = 1; page <= Math.ceil(jobs / 100); page++) {
      const path = `/api/v1/sync-jobs?job_type=import&limit=100&page=${page}`;
      ended.push(...(await listener.get<{ items: Ended[] }>(path)).items);
    }
    const newest = ended.slice(0, jobs);
    if (newest.every(hasEnded)) return newest;
    await sleep(POLL_MS);
  }
}
