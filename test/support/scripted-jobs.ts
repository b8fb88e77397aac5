import { Processor } from '@nestjs/bullmq';
import { Injectable, Module } from '@nestjs/common';
import { SYNC_QUEUE } from '../../src/queue/queues';
import { JobProcessor, WORKER_OPTIONS } from '../../src/sync-jobs/job-processor';
import { JobRunner } from '../../src/sync-jobs/job-runner.service';
import type { RunningJob } from '../../src/sync-jobs/running-job';
import { SyncJobsModule } from '../../src/sync-jobs/sync-jobs.module';

export type ScriptedJob = RunningJob<unknown, { batch: number }>;

/** What the next jobs do; a test sets it. */
@Injectable()
export class JobScript {
  work: (job: ScriptedJob) => Promise<void> = () => Promise.resolve();
}

@Processor(SYNC_QUEUE, WORKER_OPTIONS)
export class ScriptedProcessor extends JobProcessor<unknown, { batch: number }> {
  constructor(
    runner: JobRunner,
    private readonly script: JobScript,
  ) {
    super(runner);
  }

  protected work(job: ScriptedJob): Promise<void> {
    return this.script.work(job);
  }
}

/** A job type of the tests' own, on the queue of syncs. */
@Module({ imports: [SyncJobsModule], providers: [JobScript, ScriptedProcessor] })
export class ScriptedJobsModule {}
