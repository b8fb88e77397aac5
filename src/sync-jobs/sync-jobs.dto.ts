import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { COUNT, NULLABLE_DATE } from '../common/openapi';
import { CountedPageResponse, PageQuery } from '../common/pagination';
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

/**
 * A record with its dates as strings. To JSON.stringify a Date is a microsecond's work more than a string made of it
 * before, and a page of jobs has a hundred of them.
 */
type Shown<Record> = { [Field in keyof Record]: IsoString<Record[Field]> };
type IsoString<Value> = Value extends Date ? string : Value;

class JobStepResponse implements Shown<JobStep> {
  @ApiProperty({ example: 'recently_played' })
  action: string;

  @ApiProperty({ enum: JOB_STATUSES })
  status: JobStatus;

  @ApiProperty({ description: 'What happened, for a person' })
  detail: string;

  @ApiProperty(COUNT)
  items: number;

  @ApiProperty(NULLABLE_DATE)
  started_at: string | null;

  @ApiProperty(NULLABLE_DATE)
  completed_at: string | null;

  @ApiProperty()
  error: string;
}

export class SyncJobResponse {
  @ApiProperty()
  id: string;

  @ApiProperty({ enum: JOB_TYPES })
  job_type: JobType;

  @ApiProperty({ enum: JOB_STATUSES, description: 'A cancelled job is `failed` with the message `cancelled`' })
  status: JobStatus;

  @ApiProperty(COUNT)
  items_processed: number;

  @ApiProperty(COUNT)
  items_total: number;

  @ApiProperty()
  error_message: string;

  @ApiProperty(NULLABLE_DATE)
  started_at: string | null;

  @ApiProperty(NULLABLE_DATE)
  completed_at: string | null;

  @ApiProperty({ type: Date })
  created_at: string;

  @ApiProperty({ type: [JobStepResponse] })
  steps: JobStepResponse[];

  // The description of a report stands with the only jobs that write one, which lie above this folder.
  @ApiProperty({
    allOf: [{ $ref: getSchemaPath('ImportReportResponse') }],
    nullable: true,
    description: 'What became of the records of an import; null for other jobs',
  })
  report: unknown;
}

export class SyncJobsResponse extends CountedPageResponse {
  @ApiProperty({ type: [SyncJobResponse] })
  items: SyncJobResponse[];
}

export class SyncJobStatsResponse {
  @ApiProperty(COUNT)
  total_jobs: number;

  @ApiProperty(COUNT)
  completed: number;

  @ApiProperty(COUNT)
  failed: number;

  @ApiProperty(COUNT)
  running: number;

  @ApiProperty({ ...COUNT, description: 'Over all jobs' })
  total_items_synced: number;

  @ApiProperty({ ...NULLABLE_DATE, description: 'When a job was last completed' })
  last_sync_at: Date | null;
}

/** The answer to a request for a job of which one is under way already. */
export class AlreadyRunningResponse {
  @ApiProperty({ enum: ['already_running'] })
  status: 'already_running';
}

/** What a list shows of a job: checkpoints and payloads may be long. */
export const SHOWN_OF_JOB = {
  job_type: 1,
  status: 1,
  items_processed: 1,
  items_total: 1,
  error_message: 1,
  started_at: 1,
  completed_at: 1,
  created_at: 1,
  steps: 1,
  report: 1,
} as const satisfies Partial<Record<keyof SyncJob, 1>>;

/** A job as far as it is shown. */
export type ShownJob = Pick<SyncJob, '_id' | keyof typeof SHOWN_OF_JOB>;

export function toSyncJobResponse(job: ShownJob): SyncJobResponse {
  return {
    id: String(job._id),
    job_type: job.job_type,
    status: job.status,
    items_processed: job.items_processed,
    items_total: job.items_total,
    error_message: job.error_message,
    started_at: isoString(job.started_at),
    completed_at: isoString(job.completed_at),
    created_at: job.created_at.toISOString(),
    steps: job.steps.map((step) => ({
      ...step,
      started_at: isoString(step.started_at),
      completed_at: isoString(step.completed_at),
    })),
    report: job.report,
  };
}

function isoString(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
