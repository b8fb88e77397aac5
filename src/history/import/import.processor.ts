import { Processor } from '@nestjs/bullmq';
import { IMPORT_QUEUE } from '../../queue/queues';
import { JobProcessor, WORKER_OPTIONS } from '../../sync-jobs/job-processor';
import { JobRunner } from '../../sync-jobs/job-runner.service';
import { ImportJobService } from './import-job.service';
import type { ImportCheckpoint, ImportJob, ImportPayload } from './import-job.types';

@Processor(IMPORT_QUEUE, WORKER_OPTIONS)
export class ImportProcessor extends JobProcessor<ImportPayload, ImportCheckpoint> {
  constructor(
    runner: JobRunner,
    private readonly imports: ImportJobService,
  ) {
    super(runner);
  }

  protected work(job: ImportJob): Promise<void> {
    return this.imports.run(job);
  }
}
