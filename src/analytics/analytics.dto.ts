import { DEFAULT_PERIOD, PERIODS, type Period } from '../common/periods';
import { QueryEnum, QueryInt } from '../common/validation/query.decorators';

export class PeriodQuery {
  @QueryEnum(PERIODS, { default: DEFAULT_PERIOD })
  period: Period = DEFAULT_PERIOD;
}

export class TopQuery extends PeriodQuery {
  @QueryInt({ min: 1, max: 100, default: 50 })
  limit = 50;
}

export interface RefreshResponse {
  status: 'refreshed';
  periods: Period[];
  computed_at: Date;
}

export interface RollupStatusResponse {
  /** The newest day rolled up; empty when there is none. */
  last_date: string;
  total_days: number;
  complete: boolean;
  /** Percent of the days with plays that are rolled up; 100 when there are no plays. */
  coverage: number;
  is_building: boolean;
  history_days: number;
  rollup_days: number;
  last_built_at: Date | null;
}

export type RollupBuildResponse = { status: 'started'; job_id: string } | { status: 'already_running' };
