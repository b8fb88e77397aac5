import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { getQueueToken } from '@nestjs/bullmq';
import type { Queue } from 'bullmq';
import { SCHEDULE_QUEUE } from '../../src/queue/queues';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { type LinkedListener, link } from '../support/sync-jobs';
import { createTestApp, type TestApp } from '../support/test-app';
import { WorkerProcess } from '../support/worker-process';

const CYCLE_MS = 15 * 60_000;
const CYCLES_AN_HOUR = 4;
const REPLICAS = 3;

interface Turn {
  userId: string;
  /** Which cycle, Unix milliseconds. */
  tick: number;
  startedAt: number;
}

describe('three workers, each with the schedule', () => {
  let platform: SandboxPlatform;
  let api: TestApp;
  let workers: WorkerProcess[] = [];

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: { ...platform.env, APP_ROLE: 'api', AUTO_LOGIN: 'false' } });
    workers = Array.from({ length: REPLICAS }, () => WorkerProcess.start(api, { preload: 'quick-schedule.ts' }));
  });
  afterAll(async () => {
    for (const worker of workers) await worker.kill('SIGKILL');
    await api.close();
    await platform.close();
  });

  const queue = (): Queue => api.app.get<Queue>(getQueueToken(SCHEDULE_QUEUE), { strict: false });

  async function turnsTaken(): Promise<Turn[]> {
    return (await queue().getJobs(['completed'])).map(({ id = '', processedOn = 0 }) => {
      const [, userId = '', tick = ''] = id.split('-');
      return { userId, tick: Number(tick), startedAt: processedOn };
    });
  }

  /** An instant at which no turn is planned or under way. */
  async function instantBetweenTurns(): Promise<number> {
    const turns = (): Promise<Record<string, number>> =>
      queue().getJobCounts('completed', 'waiting', 'delayed', 'active');
    for (;;) {
      const before = await turns();
      const at = Date.now();
      // As many as before: none was both begun and ended meanwhile.
      if (
        isDeepStrictEqual(before, await turns()) &&
        before.waiting === 0 &&
        before.delayed === 0 &&
        before.active === 0
      )
        return at;
      await sleep(20);
    }
  }

  /** The cycles that a worker has planned, or found planned. */
  const cyclesOf = (worker: WorkerProcess): Set<string> => new Set(worker.printed().match(/(?<=^cycle of )\S{16}/gm));

  const ticksOf = (turns: readonly Turn[], { userId }: LinkedListener): number[] =>
    turns.filter((turn) => turn.userId === userId).map(({ tick }) => tick);

  it('plan each cycle of an hour once, and run each job once', async () => {
    const listeners: LinkedListener[] = [];
    for (const name of ['mira', 'otto', 'ferris']) listeners.push(await link(platform, api, name));
    // While the first sync of a user is under way, a turn of theirs begins none; nor may one be under way at this instant.
    const linkedAt = await instantBetweenTurns();
    const turnsSince = async (): Promise<Turn[]> =>
      (await turnsTaken()).filter(({ startedAt }) => startedAt > linkedAt);
    const isHourOver = async (): Promise<boolean> => {
      const turns = await turnsSince();
      return (
        listeners.every((listener) => ticksOf(turns, listener).length >= CYCLES_AN_HOUR) &&
        workers.every((worker) => cyclesOf(worker).size >= CYCLES_AN_HOUR)
      );
    };
    while (!(await isHourOver())) await sleep(100);
    await Promise.all(workers.map((worker) => worker.kill('SIGTERM')));

    const turns = await turnsSince();
    const begun = workers.flatMap((worker) => worker.printed().match(/(?<=Job )[0-9a-f]{24}(?= begins)/g) ?? []);
    const calls = (await platform.requestsSince(0)).filter(({ path }) => path === '/v1/me/player/recently-played');
    for (const listener of listeners) {
      const ticks = ticksOf(turns, listener).sort((left, right) => left - right);
      const [first = 0] = ticks;
      expect(ticks).toEqual(ticks.map((_, index) => first + index * CYCLE_MS));
      const jobs = await listener.jobs();
      // A job that was under way when its worker was told to stop waits for another one.
      expect(jobs.filter(({ created_at }) => new Date(created_at).getTime() > linkedAt)).toHaveLength(ticks.length);
      for (const { id } of jobs.filter(({ status }) => status === 'completed'))
        expect(begun.filter((other) => other === id)).toHaveLength(1);
    }
    expect(calls).toHaveLength(begun.length);
  }, 120_000);
});
