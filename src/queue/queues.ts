export const SYNC_QUEUE = 'sync';
export const IMPORT_QUEUE = 'import';
export const ROLLUP_QUEUE = 'rollup-build';

export const QUEUES = [SYNC_QUEUE, IMPORT_QUEUE, ROLLUP_QUEUE] as const;
export type QueueName = (typeof QUEUES)[number];

/** A queued job is only a wake-up: the job record (sync-jobs/) holds all that the work needs. */
export interface QueuedJob {
  jobId: string;
  /** Request that asked for the job, for the logs. */
  requestId: string;
}
