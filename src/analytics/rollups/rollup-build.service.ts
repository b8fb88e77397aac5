import { Injectable } from '@nestjs/common';
import { HandlesJobs, type JobHandler } from '../../sync-jobs/job-handler';
import type { RunningJob } from '../../sync-jobs/running-job';
import { AnalyticsRefreshService } from '../snapshots/analytics-refresh.service';
import { Columns } from '../../columns/columns.service';
import { PERIODS } from '../../common/periods';
import { RollupService } from './rollup.service';

/** The work of jobs that build all roll-ups of a user anew. */
@HandlesJobs({ kind: 'rollup_build', lane: 'rollup_build' })
@Injectable()
export class RollupBuild implements JobHandler {
  constructor(
    private readonly rollups: RollupService,
    private readonly columns: Columns,
    private readonly refreshing: AnalyticsRefreshService,
  ) {}

  stepsOf(): readonly string[] {
    return ['rollup_build', 'analytics'];
  }

  async run(job: RunningJob): Promise<void> {
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
    await this.columns.forget(job.userId);
    await this.refreshing.refresh(job.userId, PERIODS, { signal: job.signal });
    job.endStep('analytics', { items: PERIODS.length });
  }
}
