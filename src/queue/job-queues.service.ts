import { getQueueToken } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bullmq';
import { ServiceUnavailable } from '../common/errors/errors';
import { withTimeout } from '../common/with-timeout';
import { QueuedJob, QueueName } from './queues';

const ADD_TIMEOUT_MS = 2_000;

/** Puts work on the queues. */
@Injectable()
export class JobQueues {
  constructor(private readonly modules: ModuleRef) {}

  /**
   * Wakes a worker for a job record. The same `wakeUpId` twice is one wake-up.
   *
   * @throws ServiceUnavailable when the queue does not answer; BullMQ by itself would wait for ever
   */
  async add(queue: QueueName, wakeUpId: string, data: QueuedJob): Promise<void> {
    const added = this.modules
      .get<Queue<QueuedJob>>(getQueueToken(queue), { strict: false })
      .add(queue, data, { jobId: wakeUpId });
    await withTimeout(
      added,
      ADD_TIMEOUT_MS,
      () => new ServiceUnavailable('The job queue does not answer. Try again in a few seconds.'),
    );
  }
}
