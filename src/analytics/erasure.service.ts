import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../database/connections';
import { StoredDailyRollup } from './rollups/daily-rollup.schema';
import { StoredMonthlyRollup } from './rollups/monthly-rollup.schema';
import { RollupState } from './rollups/rollup-state.schema';
import { StoredBreakdown } from './snapshots/breakdown.schema';
import { StoredSnapshot } from './snapshots/snapshot.schema';

/** Erases all figures of a user who leaves. */
@Injectable()
export class AnalyticsErasure {
  constructor(
    @InjectModel(StoredDailyRollup.name, JOBS_CONNECTION) private readonly days: Model<StoredDailyRollup>,
    @InjectModel(StoredMonthlyRollup.name, JOBS_CONNECTION) private readonly months: Model<StoredMonthlyRollup>,
    @InjectModel(RollupState.name, JOBS_CONNECTION) private readonly states: Model<RollupState>,
    @InjectModel(StoredSnapshot.name, JOBS_CONNECTION) private readonly snapshots: Model<StoredSnapshot>,
    @InjectModel(StoredBreakdown.name, JOBS_CONNECTION) private readonly breakdowns: Model<StoredBreakdown>,
  ) {}

  async erase(userId: string): Promise<void> {
    await Promise.all([
      this.days.deleteMany({ user_id: userId }),
      this.months.deleteMany({ user_id: userId }),
      this.states.deleteMany({ user_id: userId }),
      this.snapshots.deleteMany({ user_id: userId }),
      this.breakdowns.deleteMany({ user_id: userId }),
    ]);
  }
}
