import { ApiProperty } from '@nestjs/swagger';
import { COUNT } from '../../common/openapi';
import { JOB_STATUSES, type JobStatus, type SyncJob } from '../../sync-jobs/sync-job.schema';

export class ImportResponse {
  @ApiProperty()
  job_id: string;

  @ApiProperty({ enum: JOB_STATUSES })
  status: JobStatus;

  @ApiProperty(COUNT)
  items_processed: number;

  @ApiProperty({ ...COUNT, description: 'Records in the uploaded files' })
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
