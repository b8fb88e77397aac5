import { Injectable, Logger } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../database/connections';
import { JobQueues } from '../queue/job-queues.service';
import { JobMetrics } from './job.metrics';
import { failing, mayRunAt, puttingBack, SyncJob } from './sync-job.schema';
import { wakeUpOf } from './wake-up';

const SWEEP_MS = 5_000;
/** A working job shows a sign of life every two seconds. */
const DEAD_AFTER_MS = 10_000;
/** A sign of life from so far in the future was given by a clock that has been set back since. */
const CLOCK_TOLERANCE_MS = 60_000;
const MOST_DEATHS = 3;
const SWEEP_LIMIT = 1_000;

/** Sees to it that no job is forgotten: those whose worker died, whose wake-up was lost, or that were postponed. */
@Injectable()
export class JobReaper {
  private readonly logger = new Logger(JobReaper.name);
  private timer?: NodeJS.Timeout;

  constructor(
    @InjectModel(SyncJob.name, JOBS_CONNECTION) private readonly jobs: Model<SyncJob>,
    private readonly queues: JobQueues,
    private readonly metrics: JobMetrics,
  ) {}

  start(): void {
    const sweep = (): void => {
      this.sweep(new Date()).catch((error: unknown) => {
        this.logger.warn(`Looking for forgotten jobs failed: ${String(error)}`);
      });
    };
    sweep();
    this.timer = setInterval(sweep, SWEEP_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** One look at all jobs that have not ended. Any number of replicas may do this at once. */
  async sweep(now: Date): Promise<void> {
    const since = new Date(now.getTime() - DEAD_AFTER_MS);
    const until = new Date(now.getTime() + CLOCK_TOLERANCE_MS);
    const dead = await this.jobs
      .find({ status: 'running', $or: [{ heartbeat_at: { $lt: since } }, { heartbeat_at: { $gt: until } }] })
      .limit(SWEEP_LIMIT)
      .lean();
    for (const job of dead) await this.takeBack(job, now);
    const pending = await this.jobs
      .find({ status: 'pending', ...mayRunAt(now) })
      .sort({ created_at: 1 })
      .limit(SWEEP_LIMIT)
      .lean();
    // One wake-up for each line will do, and one that is on its queue already stays as it is.
    const lines = new Map(pending.reverse().map((job) => [`${job.user_id} ${job.lane}`, job]));
    for (const job of lines.values()) await this.queues.add(...wakeUpOf(job));
  }

  private async takeBack(job: SyncJob, now: Date): Promise<void> {
    const deaths = job.deaths + 1;
    this.logger.warn(`The worker of job ${String(job._id)} died (${deaths} in a row)`);
    const taken = { deaths, runs: job.runs + 1 };
    const change = deaths > MOST_DEATHS ? failing(givenUp(deaths), now, taken) : puttingBack(taken);
    // The filter on `runs` lets one replica win.
    const { modifiedCount } = await this.jobs.updateOne(
      { _id: job._id, status: 'running', runs: job.runs, heartbeat_at: job.heartbeat_at },
      ...change,
    );
    if (modifiedCount === 1) this.metrics.takenBack(job.job_type);
  }
}

function givenUp(deaths: number): string {
  return (
    `The work on this job broke off ${deaths} times in a row at the same place, so it was given up. ` +
    'What it stored stays stored; the log of the service has the cause.'
  );
}
