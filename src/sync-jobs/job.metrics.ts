import { Injectable } from '@nestjs/common';
import { counter, histogram } from '../metrics/meters';
import { type HasMetrics, MetricSource } from '../metrics/metric-source';
import { JOB_TYPES, type JobType } from './sync-job.schema';

/** How a worker left a job: at its end, or to go on with it later (`postponed` by the platform, else `put_back`). */
export type JobOutcome = 'completed' | 'failed' | 'cancelled' | 'postponed' | 'put_back' | 'lost';

/** From the sync of a user of whom nothing is new to the import of many years. */
const BUCKETS = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600];

/** What becomes of jobs in this process. */
@MetricSource()
@Injectable()
export class JobMetrics implements HasMetrics {
  private readonly durations = histogram({
    name: 'job_duration_seconds',
    help: 'Time that a worker worked on a job, by its type and by how that ended',
    labels: ['type', 'outcome'],
    buckets: BUCKETS,
  });
  private readonly deaths = counter({
    name: 'job_worker_deaths_total',
    help: 'Jobs that were taken back from a worker that showed no sign of life any more, by their type',
    labels: ['type'],
  });
  readonly metrics = [this.durations, this.deaths];

  /** What is not there yet rises from nothing when it first happens, which Prometheus does not see as a rise. */
  constructor() {
    for (const type of JOB_TYPES) {
      for (const outcome of ['completed', 'failed'] satisfies JobOutcome[]) this.durations.zero({ type, outcome });
      this.deaths.inc({ type }, 0);
    }
  }

  left(type: JobType, outcome: JobOutcome, seconds: number): void {
    this.durations.observe({ type, outcome }, seconds);
  }

  takenBack(type: JobType): void {
    this.deaths.inc({ type });
  }
}
