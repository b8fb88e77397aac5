import { ApiProperty } from '@nestjs/swagger';
import { COUNT, NULLABLE_DATE, PERCENTAGE } from '../common/openapi';
import { DEFAULT_PERIOD, PERIODS, type Period } from '../common/periods';
import { QueryEnum, QueryInt } from '../common/validation/query.decorators';
import type { AlreadyRunningResponse } from '../sync-jobs/sync-jobs.dto';

export class PeriodQuery {
  @QueryEnum(PERIODS, { default: DEFAULT_PERIOD })
  period: Period = DEFAULT_PERIOD;
}

export class TopQuery extends PeriodQuery {
  @QueryInt({ min: 1, max: 100, default: 50 })
  limit = 50;
}

export class RefreshResponse {
  @ApiProperty({ enum: ['refreshed'] })
  status: 'refreshed';

  @ApiProperty({ enum: PERIODS, isArray: true })
  periods: Period[];

  @ApiProperty()
  computed_at: Date;
}

export class RollupStatusResponse {
  @ApiProperty({ description: 'YYYY-MM-DD, the newest day rolled up; empty when there is none' })
  last_date: string;

  @ApiProperty({ ...COUNT, description: 'Days rolled up' })
  total_days: number;

  @ApiProperty({ description: 'Whether every day is rolled up and nothing is building' })
  complete: boolean;

  @ApiProperty({
    ...PERCENTAGE,
    description: 'Percent of the days with plays that are rolled up; 100 when there are no plays',
  })
  coverage: number;

  @ApiProperty()
  is_building: boolean;

  @ApiProperty({ ...COUNT, description: 'Days with plays' })
  history_days: number;

  @ApiProperty(COUNT)
  rollup_days: number;

  @ApiProperty(NULLABLE_DATE)
  last_built_at: Date | null;
}

export class RollupBuildStartedResponse {
  @ApiProperty({ enum: ['started'] })
  status: 'started';

  @ApiProperty()
  job_id: string;
}

export type RollupBuildResponse = RollupBuildStartedResponse | AlreadyRunningResponse;
