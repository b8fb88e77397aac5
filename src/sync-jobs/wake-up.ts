import { IMPORT_QUEUE, QueuedJob, QueueName, ROLLUP_QUEUE, SYNC_QUEUE } from '../queue/queues';
import { JobLane, SyncJob } from './sync-job.schema';

const QUEUE_OF_LANE: Record<JobLane, QueueName> = {
  sync: SYNC_QUEUE,
  import: IMPORT_QUEUE,
  rollup_build: ROLLUP_QUEUE,
};

/** The wake-up of a job record: its queue, an id that is the same for every replica that sends it, and its data. */
export function wakeUpOf(job: Pick<SyncJob, '_id' | 'lane' | 'runs' | 'request_id'>): [QueueName, string, QueuedJob] {
  const jobId = String(job._id);
  return [QUEUE_OF_LANE[job.lane], `${jobId}-${job.runs}`, { jobId, requestId: job.request_id }];
}
