import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { EVERY_DAY } from '../../history/changed-day.schema';
import { ChangedDays } from '../../history/writing/changed-days.service';
import { SyncJobsService } from '../../sync-jobs/sync-jobs.service';
import { UsersService } from '../../users/users.service';
import type { RollupStatusResponse } from '../analytics.dto';
import { StoredDailyRollup } from './daily-rollup.schema';
import { PlaysReader } from './plays-reader.service';
import { coverageOf, coveragePercent, type RollupCoverage } from './rollup-coverage';
import { RollupState } from './rollup-state.schema';

/** Tells how far a user's roll-ups are. */
@Injectable()
export class RollupStatusService {
  constructor(
    @InjectModel(StoredDailyRollup.name) private readonly rollups: Model<StoredDailyRollup>,
    @InjectModel(RollupState.name) private readonly states: Model<RollupState>,
    private readonly changedDays: ChangedDays,
    private readonly plays: PlaysReader,
    private readonly jobs: SyncJobsService,
    private readonly users: UsersService,
  ) {}

  async status(userId: string): Promise<RollupStatusResponse> {
    const [state, newest, rollupDays, isJobOpen] = await Promise.all([
      this.states.findOne({ user_id: userId }).lean<RollupState>(),
      this.rollups.findOne({ user_id: userId }).sort({ date: -1 }).select('date').lean<{ date: string }>(),
      this.rollups.countDocuments({ user_id: userId }),
      this.jobs.isOpen(userId, 'rollup_build'),
    ]);
    const isBuilding = isJobOpen || (state?.lease_until ?? new Date(0)) > new Date();
    const coverage = await this.coverage(userId, state, rollupDays);
    const percent = coveragePercent(coverage);
    return {
      last_date: newest?.date ?? '',
      total_days: rollupDays,
      complete: percent === 100 && !isBuilding,
      coverage: percent,
      is_building: isBuilding,
      history_days: coverage.historyDays,
      rollup_days: rollupDays,
      last_built_at: state?.built_at ?? null,
    };
  }

  private async coverage(userId: string, state: RollupState | null, rollupDays: number): Promise<RollupCoverage> {
    const { timezone: zone = '', applied_revision = 0 } = state ?? {};
    // Before a first build has ended.
    if (zone === '') {
      const historyDays = await this.plays.countPlayedDays(userId, await this.users.timezoneOf(userId));
      return { historyDays, coveredDays: rollupDays };
    }
    const changed = await this.changedDays.since(userId, applied_revision);
    if (changed.includes(EVERY_DAY))
      return { historyDays: await this.plays.countPlayedDays(userId, zone), coveredDays: 0 };
    // Days are marked before the history is changed: without one, every day with plays has its roll-up.
    if (changed.length === 0) return { historyDays: rollupDays, coveredDays: rollupDays };
    const rolledUp = await this.rollups.find({ user_id: userId }).select('-_id date').lean<{ date: string }[]>();
    return coverageOf(
      rolledUp.map(({ date }) => date),
      changed,
      zone,
    );
  }
}
