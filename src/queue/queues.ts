export const SYNC_QUEUE = 'sync';
export const IMPORT_QUEUE = 'import';
export const ROLLUP_QUEUE = 'rollup-build';
export const CATALOGUE_QUEUE = 'catalogue';

export const QUEUES = [SYNC_QUEUE, IMPORT_QUEUE, ROLLUP_QUEUE, CATALOGUE_QUEUE] as const;
export type QueueName = (typeof QUEUES)[number];

/** Work of the schedules that is due for a user at some time; it has no job record before that. */
export const SCHEDULE_QUEUE = 'schedule';

export const ALL_QUEUES = [...QUEUES, SCHEDULE_QUEUE] as const;

/** A queued job is only a wake-up: the job record (sync-jobs/) holds all that the work needs. */
export interface QueuedJob {
  jobId: string;
  /** Request that asked for the job, for the logs. */
  requestId: string;
}
