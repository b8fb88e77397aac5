import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import { inTurns } from '../../common/chunks';
import type { DayRange } from '../../common/periods';
import { JOBS_CONNECTION } from '../../database/connections';
import { StoredDailyRollup } from './daily-rollup.schema';
import type { DailyRollup } from './rollup';

/** A day of heavy listening is some ten kilobytes: these take the thread two milliseconds. */
const DAYS_A_WRITE = 12;

/**
 * Writes roll-ups, through the driver's own collection: the names that are field names in a daily roll-up may hold dots
 * and dollar signs.
 */
@Injectable()
export class RollupStore {
  private readonly days: mongo.Collection;

  constructor(@InjectModel(StoredDailyRollup.name, JOBS_CONNECTION) days: Model<StoredDailyRollup>) {
    this.days = days.collection;
  }

  /** Replaces what is stored of a range of days by the roll-ups of those that have plays. */
  async replace(userId: string, { first, last }: DayRange, rollups: readonly DailyRollup[]): Promise<void> {
    const played = rollups.map((rollup) => rollup.date);
    await Promise.all([
      this.days.deleteMany({ user_id: userId, date: { $gte: first, $lte: last, $nin: played } }),
      inTurns(rollups, DAYS_A_WRITE, (some) =>
        this.days.bulkWrite(
          some.map((rollup) => ({
            replaceOne: { filter: { user_id: userId, date: rollup.date }, replacement: rollup, upsert: true },
          })),
          { ordered: false },
        ),
      ),
    ]);
  }

  /** Deletes every roll-up outside the range; all of them when it is null. */
  async deleteOutside(userId: string, range: DayRange | null): Promise<void> {
    const outside = range === null ? {} : { $or: [{ date: { $lt: range.first } }, { date: { $gt: range.last } }] };
    await this.days.deleteMany({ user_id: userId, ...outside });
  }
}
