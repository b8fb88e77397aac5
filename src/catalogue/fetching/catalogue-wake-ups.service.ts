import { getQueueToken } from '@nestjs/bullmq';
import { Injectable, Logger } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bullmq';
import { withTimeout } from '../../common/with-timeout';
import { JobQueues } from '../../queue/job-queues.service';
import { CATALOGUE_QUEUE, type QueuedJob } from '../../queue/queues';

const TIMEOUT_MS = 2_000;

/** The one wake-up of all replicas: while turns are taken it moves from one to the next. */
export const TURN: QueuedJob = { jobId: 'catalogue', requestId: '' };

/** Wakes the catalogue's worker. */
@Injectable()
export class CatalogueWakeUps {
  private readonly logger = new Logger(CatalogueWakeUps.name);

  constructor(
    private readonly queues: JobQueues,
    private readonly modules: ModuleRef,
  ) {}

  /**
   * Has the next turn begin now, because there is something new to fetch. Where that fails, a resting worker finds it
   * by itself within a minute.
   */
  async wake(): Promise<void> {
    try {
      await this.queues.add(CATALOGUE_QUEUE, TURN.jobId, TURN);
      await withTimeout(this.endRest(), TIMEOUT_MS, () => new Error('the queue does not answer'));
    } catch (error) {
      this.logger.warn(`The fetching of the catalogue could not be woken: ${String(error)}`);
    }
  }

  private async endRest(): Promise<void> {
    const queue = this.modules.get<Queue<QueuedJob>>(getQueueToken(CATALOGUE_QUEUE), { strict: false });
    const turn = await queue.getJob(TURN.jobId);
    if (turn !== undefined && (await turn.isDelayed())) await turn.promote();
  }
}
