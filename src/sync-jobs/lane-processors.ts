import { Processor, WorkerHost } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { Job } from 'bullmq';
import { IMPORT_QUEUE, type QueuedJob, ROLLUP_QUEUE, SYNC_QUEUE } from '../queue/queues';
import { JobHandlers } from './job-handlers.service';
import { JobRunner } from './job-runner.service';

/**
 * Worker options of every `@Processor`. Deaths of workers are counted by the job record, so BullMQ's own limit on
 * stalled jobs is out of the way.
 */
export const WORKER_OPTIONS = { concurrency: 4, maxStalledCount: 1_000 };

/** The same for work that computes little and mostly waits: for the platform, and for the commit of each write. */
export const WAITING_WORKER_OPTIONS = { ...WORKER_OPTIONS, concurrency: 16 };

/** A queue's worker: takes wake-ups and has the job that is next done by the handler of its kind. */
@Injectable()
abstract class LaneProcessor extends WorkerHost {
  constructor(
    private readonly runner: JobRunner,
    private readonly handlers: JobHandlers,
  ) {
    super();
  }

  override process({ data }: Job<QueuedJob>): Promise<void> {
    // The job that is first in line need not be the one that the wake-up was for.
    return this.runner.run(data.jobId, async (job) => {
      const handler = this.handlers.handlerOf(job.kind);
      // Records of former releases do not list them.
      job.planSteps(handler.stepsOf(job.payload));
      await handler.run(job);
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
