import { Injectable } from '@nestjs/common';
import { HistoryChanges } from '../history-changes.service';
import { HistoryFilters, type PlayFilter } from '../listing/history-filter.service';
import { JobInterrupted } from '../../sync-jobs/job-errors';
import { HandlesJobs, type JobHandler } from '../../sync-jobs/job-handler';
import type { HistoryFilterQuery } from './deletion.dto';
import { DELETION_KIND, type DeletionCheckpoint, type DeletionJob, type DeletionPayload } from './deletion-job.types';
import { PlayDeleter } from './play-deleter.service';

const DELETE_STEP = 'delete_plays';
const ANALYTICS_STEP = 'analytics';
/** Small enough that others get their turn at the history soon. */
const BATCH_SIZE = 1_000;

/**
 * The work of a job that deletes plays: the plays, batch by batch, then the names and figures that follow from them. It is
 * of the imports' lane, so that it waits for its turn, and for the imports that were asked for before.
 */
@HandlesJobs({ kind: DELETION_KIND, lane: 'import' })
@Injectable()
export class DeletionJobService implements JobHandler<DeletionPayload, DeletionCheckpoint> {
  constructor(
    private readonly filters: HistoryFilters,
    private readonly deleter: PlayDeleter,
    private readonly changes: HistoryChanges,
  ) {}

  stepsOf(): readonly string[] {
    return [DELETE_STEP, ANALYTICS_STEP];
  }

  /** However the job ends, what it has deleted is gone from the figures too. @throws JobInterrupted when it is to stop */
  async run(job: DeletionJob): Promise<void> {
    const { filter } = job.payload;
    job.beginStep(DELETE_STEP);
    if (filter === null) reportDeleted(job, 1);
    const cancelled = filter === null ? null : await this.deleteUnlessCancelled(job, filter);
    if (cancelled === null) job.endStep(DELETE_STEP);
    await this.deleter.forgetNames(job.userId);
    await this.bringFiguresUpToDate(job);
    if (cancelled !== null) throw cancelled;
  }

  private async deleteUnlessCancelled(job: DeletionJob, filter: HistoryFilterQuery): Promise<JobInterrupted | null> {
    try {
      const resolved = await this.filters.resolve(job.userId, filter);
      await this.deleteAll(job, resolved.filter);
    } catch (error) {
      if (error instanceof JobInterrupted && error.reason === 'cancelled') return error;
      throw error;
    }
    return null;
  }

  /** A walk from the newest play to the oldest, so that what was passed is not looked through again. */
  private async deleteAll(job: DeletionJob, filter: PlayFilter): Promise<void> {
    let deleted = job.checkpoint?.deleted ?? 0;
    for (let rest = filter; ;) {
      const batch = await this.deleter.deleteNewest(job.userId, rest, BATCH_SIZE);
      deleted += batch.count;
      reportDeleted(job, deleted);
      await job.commit({ deleted });
      if (batch.oldest === null) return;
      rest = { ...filter, played_at: { ...filter.played_at, $lte: batch.oldest } };
    }
  }

  private async bringFiguresUpToDate(job: DeletionJob): Promise<void> {
    job.beginStep(ANALYTICS_STEP);
    await this.changes.announce(job.userId, {
      signal: job.signalUnlessCancelled,
      onProgress: (detail) => {
        job.updateStep(ANALYTICS_STEP, { detail });
      },
    });
    job.endStep(ANALYTICS_STEP);
  }
}

function reportDeleted(job: DeletionJob, deleted: number): void {
  job.setProgress({ itemsProcessed: deleted });
  job.updateStep(DELETE_STEP, { items: deleted, detail: `${deleted} ${deleted === 1 ? 'play' : 'plays'} deleted` });
}
