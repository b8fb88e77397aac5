import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../database/connections';
import { type ExportFile, type UserCollection, type UserData, UserDataOwner } from '../database/user-data/user-data';
import { byUserId, jsonLines, rowsOf } from '../database/user-data/user-rows';
import { StoredDailyRollup } from './rollups/daily-rollup.schema';
import { RollupState } from './rollups/rollup-state.schema';
import { StoredSnapshot } from './snapshots/snapshot.schema';

/** A roll-up or snapshot can be some hundred kilobytes. */
const BATCH = { batchSize: 10 };

/** The figures of a user's listening. */
@UserDataOwner()
export class AnalyticsUserData implements UserData {
  readonly collections: readonly UserCollection[];
  private readonly days: UserCollection;
  private readonly snapshots: UserCollection;

  constructor(
    @InjectModel(StoredDailyRollup.name, JOBS_CONNECTION) days: Model<StoredDailyRollup>,
    @InjectModel(RollupState.name, JOBS_CONNECTION) states: Model<RollupState>,
    @InjectModel(StoredSnapshot.name, JOBS_CONNECTION) snapshots: Model<StoredSnapshot>,
  ) {
    this.days = byUserId(days);
    this.snapshots = byUserId(snapshots);
    this.collections = [this.days, this.snapshots, byUserId(states)];
  }

  files(userId: string): ExportFile[] {
    return [
      {
        name: 'daily-rollups.jsonl',
        about: 'What you have played, summed up by day. It follows from the history.',
        content: jsonLines(rowsOf(this.days, userId, { ...BATCH, sort: { date: 1 } })),
      },
      {
        name: 'snapshots.jsonl',
        about: 'Your figures and top lists for each period. They follow from the history.',
        content: jsonLines(rowsOf(this.snapshots, userId, { ...BATCH, sort: { period: 1 } })),
      },
    ];
  }
}
