import { Processor } from '@nestjs/bullmq';
import { IMPORT_QUEUE } from '../../queue/queues';
import { JobProcessor, WORKER_OPTIONS } from '../../sync-jobs/job-processor';
import { JobRunner } from '../../sync-jobs/job-runner.service';
import type { RunningJob } from '../../sync-jobs/running-job';
import { DeletionJobService } from '../deletion/deletion-job.service';
import { isDeletion } from '../deletion/deletion-job.types';
import { ImportJobService } from './import-job.service';
import type { ImportJob } from './import-job.types';

/** Works on the jobs of the imports' lane: those that bring plays, and those that delete some. */
@Processor(IMPORT_QUEUE, WORKER_OPTIONS)
export class ImportProcessor extends JobProcessor {
  constructor(
    runner: JobRunner,
    private readonly imports: ImportJobService,
    private readonly deletions: DeletionJobService,
  ) {
    super(runner);
  }

  protected work(job: RunningJob): Promise<void> {
    return isDeletion(job) ? this.deletions.run(job) : this.imports.run(job as ImportJob);
  }
}
