import { Processor } from '@nestjs/bullmq';
import { SYNC_QUEUE } from '../queue/queues';
import { JobProcessor, WAITING_WORKER_OPTIONS } from '../sync-jobs/job-processor';
import { JobRunner } from '../sync-jobs/job-runner.service';
import type { SyncCheckpoint, SyncPayload, SyncRunJob } from './sync-job.types';
import { SyncRun } from './sync-run.service';

@Processor(SYNC_QUEUE, WAITING_WORKER_OPTIONS)
export class SyncProcessor extends JobProcessor<SyncPayload, SyncCheckpoint> {
  constructor(
    runner: JobRunner,
    private readonly sync: SyncRun,
  ) {
    super(runner);
  }

  protected work(job: SyncRunJob): Promise<void> {
    return this.sync.run(job);
  }
}
