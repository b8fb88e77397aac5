import { ApiProperty, PickType } from '@nestjs/swagger';
import { COUNT } from '../../common/openapi';
import { NoOtherFields } from '../../common/validation/contract-validation.pipe';
import { QueryEnum } from '../../common/validation/query.decorators';
import { JOB_STATUSES, type JobStatus, type SyncJob } from '../../sync-jobs/sync-job.schema';
import { HistoryQuery } from '../listing/history.dto';

/** The filters by which the history is listed. */
export class HistoryFilterQuery extends PickType(HistoryQuery, ['artist', 'track', 'start_date', 'end_date']) {}

/** A filter whose name is misspelt would delete more than was meant. */
@NoOtherFields()
export class DeletionQuery extends HistoryFilterQuery {
  /** Deletes the whole history, which no filter at all would not do: an empty filter is more often a mistake. */
  @QueryEnum(['true', 'false'], { default: 'false' })
  all: 'true' | 'false' = 'false';
}

export class DeletionResponse {
  @ApiProperty({ description: 'The job that deletes the plays and brings the figures up to date' })
  job_id: string;

  @ApiProperty({ enum: JOB_STATUSES })
  status: JobStatus;

  @ApiProperty({ ...COUNT, description: 'Plays that are deleted already' })
  items_processed: number;

  @ApiProperty({ ...COUNT, description: 'Plays that the filters meet now' })
  items_total: number;
}

export function toDeletionResponse(job: SyncJob, deleted = 0): DeletionResponse {
  return { job_id: String(job._id), status: job.status, items_processed: deleted, items_total: job.items_total };
}
