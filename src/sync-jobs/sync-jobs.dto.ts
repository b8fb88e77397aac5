import { PageQuery } from '../common/pagination';
import { QueryEnum, QueryInt } from '../common/validation/query.decorators';
import { JOB_STATUSES, JOB_TYPES, type JobStatus, type JobStep, type JobType, type SyncJob } from './sync-job.schema';

export class SyncJobsQuery extends PageQuery {
  @QueryInt({ min: 1, max: 100, default: 20 })
  override limit = 20;

  @QueryEnum(JOB_STATUSES)
  status?: JobStatus;

  @QueryEnum(JOB_TYPES)
  job_type?: JobType;
}

export interface SyncJobResponse {
  id: string;
  job_type: JobType;
  status: JobStatus;
  items_processed: number;
  items_total: number;
  error_message: string;
  started_at: Date | null;
  completed_at: Date | null;
  created_at: Date;
  steps: JobStep[];
  report: unknown;
}

export interface SyncJobsResponse {
  items: SyncJobResponse[];
  total: number;
  page: number;
  limit: number;
  pages: number;
}

export interface SyncJobStatsResponse {
  total_jobs: number;
  completed: number;
  failed: number;
  running: number;
  total_items_synced: number;
  last_sync_at: Date | null;
}

export function toSyncJobResponse(job: SyncJob): SyncJobResponse {
  return {
    id: String(job._id),
    job_type: job.job_type,
    status: job.status,
    items_processed: job.items_processed,
    items_total: job.items_total,
    error_message: job.error_message,
    started_at: job.started_at,
    completed_at: job.completed_at,
    created_at: job.created_at,
    steps: job.steps,
    report: job.report,
  };
}
