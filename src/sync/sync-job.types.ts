import type { RunningJob } from '../sync-jobs/running-job';

/** What a sync is created with. */
export interface SyncPayload {
  /** The schedule has asked for it, not a person or a login. */
  scheduled: boolean;
  /** Its steps; all that there are, unless given. */
  steps?: string[];
}

/** Which steps are done, with what they brought. */
export interface SyncCheckpoint {
  done: Record<string, number>;
}

export type SyncRunJob = RunningJob<SyncPayload, SyncCheckpoint>;
