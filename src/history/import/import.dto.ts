import type { JobStatus, SyncJob } from '../../sync-jobs/sync-job.schema';

export interface ImportResponse {
  job_id: string;
  status: JobStatus;
  items_processed: number;
  items_total: number;
}

export function toImportResponse(job: SyncJob): ImportResponse {
  return {
    job_id: String(job._id),
    status: job.status,
    items_processed: job.items_processed,
    items_total: job.items_total,
  };
}
