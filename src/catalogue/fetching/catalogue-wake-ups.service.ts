import { InjectQueue } from '@nestjs/bullmq';
import { Injectable, Logger } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { withTimeout } from '../../common/with-timeout';
import { JobQueues } from '../../queue/job-queues.service';
import { CATALOGUE_QUEUE, type QueuedJob } from '../../queue/queues';

const TIMEOUT_MS = 2_000;

/** The one wake-up of all replicas: after each turn it is put back for the next. */
export interface QueuedTurn extends QueuedJob {
  /** Whether it rests because there is nothing to do. */
  isIdle: boolean;
}

export const TURN: QueuedTurn = { jobId: 'catalogue', requestId: '', isIdle: false };

/** Wakes the catalogue's worker. */
@Injectable()
export class CatalogueWakeUps {
  private readonly logger = new Logger(CatalogueWakeUps.name);

  constructor(
    @InjectQueue(CATALOGUE_QUEUE) private readonly queue: Queue<QueuedTurn>,
    private readonly queues: JobQueues,
  ) {}

  /**
   * Tells that there is something new to fetch: a worker that rests for want of it begins at once, one that rests for
   * another reason finds it then. Where telling fails, it is found within a minute.
   */
  async wake(): Promise<void> {
    try {
      await this.putBack();
      await withTimeout(this.endIdleRest(), TIMEOUT_MS, () => new Error('the queue does not answer'));
    } catch (error) {
      this.logger.warn(`The fetching of the catalogue could not be woken: ${String(error)}`);
    }
  }

  /**
   * Sees to it that there is a wake-up: a Redis that has lost its data has lost it, too.
   * @throws ServiceUnavailable when the queue does not answer
   */
  async putBack(): Promise<void> {
    await this.queues.add(CATALOGUE_QUEUE, TURN.jobId, TURN);
  }

  private async endIdleRest(): Promise<void> {
    const turn = await this.queue.getJob(TURN.jobId);
    if (turn?.data.isIdle === true && (await turn.isDelayed())) await turn.promote();
  }
}
