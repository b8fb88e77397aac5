import { WorkerHost } from '@nestjs/bullmq';
import { DelayedError, Job } from 'bullmq';
import { runInContext } from '../common/request-context';
import type { QueuedJob } from '../queue/queues';
import type { JobRunner } from './job-runner.service';
import type { RunningJob } from './running-job';

const BUSY_RETRY_MS = 1_000;

/**
 * Worker options of every `@Processor`. Deaths of workers are counted by the job record, so BullMQ's own limit on
 * stalled jobs is out of the way.
 */
export const WORKER_OPTIONS = { concurrency: 4, maxStalledCount: 1_000 };

/** The same for work that computes little and mostly waits: for the platform, and for the commit of each write. */
export const WAITING_WORKER_OPTIONS = { ...WORKER_OPTIONS, concurrency: 16 };

/** A queue's worker: takes wake-ups and has the runner work on the job they name. */
export abstract class JobProcessor<Payload = unknown, Checkpoint = unknown> extends WorkerHost {
  constructor(private readonly runner: JobRunner) {
    super();
  }

  /** The work itself; it reports to the job and throws JobFailed with a sentence when it cannot be done. */
  protected abstract work(job: RunningJob<Payload, Checkpoint>): Promise<void>;

  override process(queued: Job<QueuedJob>, token?: string): Promise<void> {
    const { jobId, requestId } = queued.data;
    return runInContext({ requestId, jobId }, async () => {
      const result = await this.runner.run<Payload, Checkpoint>(jobId, (job) => this.work(job));
      if (result === 'busy') {
        await queued.moveToDelayed(Date.now() + BUSY_RETRY_MS, token);
        throw new DelayedError();
      }
    });
  }
}
