import { InjectQueue } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import type { Job, JobType, Queue } from 'bullmq';
import { ServiceUnavailable } from '../../common/errors/errors';
import { withTimeout } from '../../common/with-timeout';
import { SCHEDULE_QUEUE } from '../../queue/queues';

export type ScheduledKind = 'sync' | 'analytics';

/** What is to be done for a user when its time comes. */
export interface DueWork {
  kind: ScheduledKind;
  userId: string;
}

/** A user's turn. */
export interface Turn {
  userId: string;
  /** The instant that the schedule means; a user has one turn of a kind for each. */
  tick: Date;
  /** How long after now the turn comes. */
  delayMs: number;
}

const CHUNK = 500;
const ADD_TIMEOUT_MS = 10_000;
/** A turn is remembered for so long after it was done: other replicas come with the same one. */
const REMEMBERED = { age: 3600 };
const REMEMBERING_STATES: JobType[] = ['waiting', 'delayed', 'completed', 'failed'];

/** Puts turns on the queue of the schedules: each once, however many replicas come with it. */
@Injectable()
export class ScheduleQueue {
  constructor(@InjectQueue(SCHEDULE_QUEUE) private readonly queue: Queue<DueWork>) {}

  /** @throws ServiceUnavailable when the queue does not answer */
  async enqueue(kind: ScheduledKind, turns: AsyncIterable<Turn>): Promise<void> {
    let chunk: Turn[] = [];
    for await (const turn of turns) {
      chunk.push(turn);
      if (chunk.length < CHUNK) continue;
      await this.add(kind, chunk);
      chunk = [];
    }
    await this.add(kind, chunk);
  }

  /** Removes a user's turns: those to come, and those that are remembered. One that has begun comes to its end. */
  async forget(userId: string): Promise<void> {
    const turns: Job<DueWork>[] = [];
    for (let start = 0; ; start += CHUNK) {
      const chunk = await this.queue.getJobs(REMEMBERING_STATES, start, start + CHUNK - 1);
      turns.push(...chunk.filter(({ data }) => data.userId === userId));
      if (chunk.length === 0) break;
    }
    await Promise.all(turns.map((turn) => turn.remove()));
  }

  private async add(kind: ScheduledKind, turns: readonly Turn[]): Promise<void> {
    const added = this.queue.addBulk(
      turns.map(({ userId, tick, delayMs }) => ({
        name: kind,
        data: { kind, userId },
        opts: {
          jobId: `${kind}-${userId}-${tick.getTime()}`,
          delay: delayMs,
          removeOnComplete: REMEMBERED,
          removeOnFail: REMEMBERED,
        },
      })),
    );
    const tooLate = (): Error => new ServiceUnavailable('The queue of the schedules does not answer.');
    await withTimeout(added, ADD_TIMEOUT_MS, tooLate);
  }
}
