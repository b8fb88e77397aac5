import { Processor } from '@nestjs/bullmq';
import { ROLLUP_QUEUE } from '../../queue/queues';
import { JobProcessor, WORKER_OPTIONS } from '../../sync-jobs/job-processor';
import { JobRunner } from '../../sync-jobs/job-runner.service';
import type { RunningJob } from '../../sync-jobs/running-job';
import { SnapshotComputer } from '../snapshots/snapshot-computer.service';
import { PERIODS } from '../../common/periods';
import { RollupService } from './rollup.service';

/** Works on jobs that build all roll-ups of a user anew. */
@Processor(ROLLUP_QUEUE, WORKER_OPTIONS)
export class RollupBuildProcessor extends JobProcessor {
  constructor(
    runner: JobRunner,
    private readonly rollups: RollupService,
    private readonly snapshots: SnapshotComputer,
  ) {
    super(runner);
  }

  protected async work(job: RunningJob): Promise<void> {
    job.beginStep('rollup_build');
    let days = 0;
    await this.rollups.rebuild(job.userId, {
      signal: job.signal,
      onProgress: (itemsProcessed, itemsTotal) => {
        days = itemsTotal;
        job.setProgress({ itemsProcessed, itemsTotal });
        job.updateStep('rollup_build', { items: itemsProcessed, detail: `${itemsProcessed} of ${itemsTotal} days` });
      },
    });
    job.endStep('rollup_build', { items: days });
    job.beginStep('analytics');
    await this.snapshots.compute(job.userId, PERIODS);
    job.endStep('analytics', { items: PERIODS.length });
  }
}
