import { Processor, WorkerHost } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { DelayedError, Job } from 'bullmq';
import { runInContext } from '../common/request-context';
import { IMPORT_QUEUE, type QueuedJob, ROLLUP_QUEUE, SYNC_QUEUE } from '../queue/queues';
import { JobHandlers } from './job-handlers.service';
import { JobRunner } from './job-runner.service';

const BUSY_RETRY_MS = 1_000;

/**
 * Worker options of every `@Processor`. Deaths of workers are counted by the job record, so BullMQ's own limit on
 * stalled jobs is out of the way.
 */
export const WORKER_OPTIONS = { concurrency: 4, maxStalledCount: 1_000 };

/** The same for work that computes little and mostly waits: for the platform, and for the commit of each write. */
export const WAITING_WORKER_OPTIONS = { ...WORKER_OPTIONS, concurrency: 16 };

/** A queue's worker: takes wake-ups and has the job that each names done by the handler of its kind. */
@Injectable()
abstract class LaneProcessor extends WorkerHost {
  constructor(
    private readonly runner: JobRunner,
    private readonly handlers: JobHandlers,
  ) {
    super();
  }

  override process(queued: Job<QueuedJob>, token?: string): Promise<void> {
    const { jobId, requestId } = queued.data;
    return runInContext({ requestId, jobId }, async () => {
      const result = await this.runner.run(jobId, async (job) => this.handlers.handlerOf(job.kind).run(job));
      if (result === 'busy') {
        await queued.moveToDelayed(Date.now() + BUSY_RETRY_MS, token);
        throw new DelayedError();
      }
    });
  }
}

@Processor(SYNC_QUEUE, WAITING_WORKER_OPTIONS)
class SyncLaneProcessor extends LaneProcessor {}

@Processor(IMPORT_QUEUE, WORKER_OPTIONS)
class ImportLaneProcessor extends LaneProcessor {}

@Processor(ROLLUP_QUEUE, WORKER_OPTIONS)
class RollupLaneProcessor extends LaneProcessor {}

/** The workers of all lanes. */
export const LANE_PROCESSORS = [SyncLaneProcessor, ImportLaneProcessor, RollupLaneProcessor];
