import { Injectable, Logger } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model } from 'mongoose';
import { DISK_FULL, isDiskFull } from '../common/errors/disk-full';
import { ServiceUnavailable } from '../common/errors/errors';
import { isDatabaseUnavailable, isRedisUnavailable } from '../common/errors/unavailable';
import { runInContext } from '../common/request-context';
import { JOBS_CONNECTION } from '../database/connections';
import { JobQueues } from '../queue/job-queues.service';
import { type InterruptionReason, JobFailed, JobInterrupted, JobPostponed } from './job-errors';
import { JobMetrics, type JobOutcome } from './job.metrics';
import { RunningJob } from './running-job';
import { firstInLine, SyncJob } from './sync-job.schema';
import { wakeUpOf } from './wake-up';
import { isDuplicateKey } from '../database/duplicate-key';

export type JobWork<Payload, Checkpoint> = (job: RunningJob<Payload, Checkpoint>) => Promise<void>;

/** How an interruption leaves a job. */
const INTERRUPTED: Record<InterruptionReason, JobOutcome> = {
  cancelled: 'cancelled',
  stopping: 'put_back',
  lost: 'lost',
};

/**
 * The life cycle of every job: pending -> running -> completed or failed. A job that stops for no fault of its own
 * (the service stops, the database is away) goes back to pending; JobReaper sees to it that it runs again.
 */
@Injectable()
export class JobRunner {
  private readonly logger = new Logger(JobRunner.name);
  private readonly running = new Set<{ interrupt(reason: JobInterrupted): void }>();

  constructor(
    @InjectModel(SyncJob.name, JOBS_CONNECTION) private readonly jobs: Model<SyncJob>,
    private readonly metrics: JobMetrics,
    private readonly queues: JobQueues,
  ) {}

  /**
   * Claims the job that is first in the line in which this one stands, and works on it. Where one of the line runs
   * already, all others stay as they are: whoever works on it wakes the next.
   */
  async run<Payload, Checkpoint>(jobId: string, work: JobWork<Payload, Checkpoint>): Promise<void> {
    const record = await this.claim(jobId);
    if (record === null) return;
    const job = new RunningJob<Payload, Checkpoint>(record, this.jobs, (error) => {
      this.logger.warn(`Progress of job ${job.id} could not be written: ${String(error)}`);
    });
    this.running.add(job);
    const start = performance.now();
    let outcome: JobOutcome;
    try {
      const context = { requestId: job.requestId, jobId: job.id };
      outcome = await runInContext(context, () => this.workThrough(job, work));
      this.metrics.left(record.job_type, outcome, (performance.now() - start) / 1000);
    } finally {
      this.running.delete(job);
    }
    // What was put back is itself the next, once there is somebody and something to do it with.
    if (outcome !== 'put_back' && outcome !== 'lost') await this.wakeNext(record);
  }

  /** Asks every running job to stop at its next batch and go back to pending, to be taken up at the next start. */
  stopAll(): void {
    for (const job of this.running) job.interrupt(new JobInterrupted('stopping'));
  }

  private async claim(jobId: string): Promise<SyncJob | null> {
    const woken = await this.jobs.findById(jobId).select('user_id lane').lean();
    if (woken === null) return null;
    const now = new Date();
    try {
      return await this.jobs
        .findOneAndUpdate(
          firstInLine.filter(woken, now),
          // A job that was put back keeps the time at which it was first started.
          [{ $set: { status: 'running', started_at: { $ifNull: ['$started_at', now] }, heartbeat_at: now } }],
          { sort: firstInLine.sort, returnDocument: 'after', updatePipeline: true },
        )
        .lean<SyncJob>();
    } catch (error) {
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  }

  /** Where this fails, JobReaper wakes it a little later. */
  private async wakeNext(record: SyncJob): Promise<void> {
    try {
      const next = await this.jobs.findOne(firstInLine.filter(record, new Date())).sort(firstInLine.sort).lean();
      if (next !== null) await this.queues.add(...wakeUpOf(next));
    } catch (error) {
      this.logger.warn(`The next job could not be woken yet: ${String(error)}`);
    }
  }

  private async workThrough<Payload, Checkpoint>(
    job: RunningJob<Payload, Checkpoint>,
    work: JobWork<Payload, Checkpoint>,
  ): Promise<JobOutcome> {
    this.logger.log(`Job ${job.id} begins`);
    try {
      await work(job);
    } catch (error) {
      return this.end(job, error);
    }
    await job.complete();
    this.logger.log(`Job ${job.id} is completed`);
    return 'completed';
  }

  private async end(job: RunningJob, error: unknown): Promise<JobOutcome> {
    if (error instanceof JobInterrupted) {
      this.logger.log(`Job ${job.id}: ${error.message}`);
      await (error.reason === 'cancelled' ? job.fail('cancelled') : job.putBack());
      return INTERRUPTED[error.reason];
    }
    if (error instanceof JobPostponed) {
      this.logger.log(`Job ${job.id}: ${error.message}`);
      await job.postpone(error.until);
      return 'postponed';
    }
    if (error instanceof ServiceUnavailable || isDatabaseUnavailable(error) || isRedisUnavailable(error)) {
      this.logger.warn(`Job ${job.id} waits for the database or Redis to come back: ${String(error)}`);
      await job.putBack();
      return 'put_back';
    }
    if (error instanceof JobFailed) {
      await job.fail(error.message);
    } else if (isDiskFull(error)) {
      this.logger.error(`Job ${job.id} found no room to write: ${String(error)}`);
      await job.fail(DISK_FULL);
    } else {
      this.logger.error(error, `Job ${job.id} failed`);
      await job.fail(`Something went wrong inside the service. Its log has the cause under job ${job.id}.`);
    }
    return 'failed';
  }
}
