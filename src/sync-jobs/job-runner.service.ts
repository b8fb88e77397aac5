import { Injectable, Logger } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model } from 'mongoose';
import { ServiceUnavailable } from '../common/errors/errors';
import { isDatabaseUnavailable, isRedisUnavailable } from '../common/errors/unavailable';
import { JOBS_CONNECTION } from '../database/connections';
import { type InterruptionReason, JobFailed, JobInterrupted, JobPostponed } from './job-errors';
import { JobMetrics, type JobOutcome } from './job.metrics';
import { RunningJob } from './running-job';
import { mayRunAt, SyncJob } from './sync-job.schema';
import { isDuplicateKey } from '../database/duplicate-key';

/** `busy`: another job of its lane runs, so that this one has to wait. */
export type RunResult = 'done' | 'busy';

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
  ) {}

  /** Claims a job and works on it. One that is not pending (done, cancelled, taken by another) or has to wait is left alone. */
  async run<Payload, Checkpoint>(jobId: string, work: JobWork<Payload, Checkpoint>): Promise<RunResult> {
    let record: SyncJob | null;
    try {
      record = await this.claim(jobId);
    } catch (error) {
      if (isDuplicateKey(error)) return 'busy';
      throw error;
    }
    if (record === null) return 'done';
    const job = new RunningJob<Payload, Checkpoint>(record, this.jobs, (error) => {
      this.logger.warn(`Progress of job ${jobId} could not be written: ${String(error)}`);
    });
    this.running.add(job);
    const start = performance.now();
    try {
      const outcome = await this.workThrough(job, work);
      this.metrics.left(record.job_type, outcome, (performance.now() - start) / 1000);
    } finally {
      this.running.delete(job);
    }
    return 'done';
  }

  /** Asks every running job to stop at its next batch and go back to pending, to be taken up at the next start. */
  stopAll(): void {
    for (const job of this.running) job.interrupt(new JobInterrupted('stopping'));
  }

  private claim(jobId: string): Promise<SyncJob | null> {
    return this.jobs
      .findOneAndUpdate(
        { _id: jobId, status: 'pending', ...mayRunAt(new Date()) },
        { $set: { status: 'running', heartbeat_at: new Date() } },
        { returnDocument: 'after' },
      )
      .lean<SyncJob>();
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
    } else {
      this.logger.error(error, `Job ${job.id} failed`);
      await job.fail(`Something went wrong inside the service. Its log has the cause under job ${job.id}.`);
    }
    return 'failed';
  }
}
