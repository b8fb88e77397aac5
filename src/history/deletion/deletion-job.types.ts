import type { RunningJob } from '../../sync-jobs/running-job';
import type { HistoryFilterQuery } from './deletion.dto';

/** What a job that deletes plays is created with. */
export interface DeletionPayload {
  /** The plays to delete; null when the one play is deleted already, and only what follows from it is left to do. */
  filter: HistoryFilterQuery | null;
}

/** How far a deletion is, at the end of a batch. */
export interface DeletionCheckpoint {
  deleted: number;
}

export type DeletionJob = RunningJob<DeletionPayload, DeletionCheckpoint>;

export const DELETION_KIND = 'history_deletion';
