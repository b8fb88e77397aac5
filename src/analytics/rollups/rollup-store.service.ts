import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import { inTurns } from '../../common/chunks';
import { daysOfMonth } from '../../common/days';
import { ownTurn } from '../../common/own-turn';
import type { DayRange } from '../../common/periods';
import { JOBS_CONNECTION } from '../../database/connections';
import { insertNew } from '../../database/insert-unknown';
import type { MonthPart } from '../figures/listening-totals';
import { StoredDailyRollup } from './daily-rollup.schema';
import { type DayPart, rollUpMonth } from './month';
import type { CollectedMonth } from './month-collector';
import { StoredMonthlyRollup } from './monthly-rollup.schema';

/** A month of heavy listening is some hundred kilobytes: read more at once, and nothing else is served meanwhile. */
const MONTHS_A_BATCH = 4;

/** A day of heavy listening is some ten kilobytes: these take the thread two milliseconds. */
const DAYS_A_WRITE = 12;

/** A third of a day is plays by name, which a month has no use for. */
const DAY_PART = { _id: 0, date: 1, total_plays: 1, total_ms: 1, hourly: 1, track_plays: 1 } as const;

/** Stand before and after every month. */
export const EARLIEST_MONTH = '';
export const LATEST_MONTH = '~';

/** Months as `YYYY-MM`: from one, and before another. */
export interface MonthRange {
  from: string;
  before: string;
}

/**
 * Reads and writes roll-ups. Everything goes through the driver's own collections: the names that are field names in a
 * daily roll-up may hold dots and dollar signs, and thousands of documents are read at a time.
 */
@Injectable()
export class RollupStore {
  private readonly days: mongo.Collection;
  private readonly months: mongo.Collection;

  constructor(
    @InjectModel(StoredDailyRollup.name, JOBS_CONNECTION) days: Model<StoredDailyRollup>,
    @InjectModel(StoredMonthlyRollup.name, JOBS_CONNECTION) months: Model<StoredMonthlyRollup>,
  ) {
    this.days = days.collection;
    this.months = months.collection;
  }

  /** Whether nothing is stored of a user. */
  async isEmpty(userId: string): Promise<boolean> {
    const found = await Promise.all(
      [this.days, this.months].map((rollups) => rollups.findOne({ user_id: userId }, { projection: { _id: 1 } })),
    );
    return found.every((rollup) => rollup === null);
  }

  /** Stores a month of which nothing is stored yet, which costs half as much as to replace it. */
  async insert(userId: string, zone: string, collected: CollectedMonth): Promise<void> {
    const { rollups } = collected;
    const insertMonth = async (): Promise<boolean> => {
      await ownTurn();
      return insertNew(this.months, [rollUpMonth(userId, zone, rollups)]);
    };
    if (rollups.length === 0) return;
    const [ofDays, ofMonth] = await Promise.all([
      // Copies, since the driver gives an id to what it inserts.
      inTurns(rollups, DAYS_A_WRITE, (some) =>
        insertNew(
          this.days,
          some.map((rollup) => ({ ...rollup })),
        ),
      ),
      insertMonth(),
    ]);
    // Another worker, which takes this one for dead, has stored some of it.
    if (![...ofDays, ofMonth].every(Boolean)) await this.replace(userId, zone, collected);
  }

  /** Replaces what is stored of the month's covered days, and the month. */
  async replace(userId: string, zone: string, collected: CollectedMonth): Promise<void> {
    const { month, isWhole, rollups } = collected;
    const writeMonth = async (days: readonly DayPart[]): Promise<void> => {
      if (days.length === 0) {
        await this.months.deleteOne({ user_id: userId, month });
        return;
      }
      await ownTurn();
      await this.months.replaceOne({ user_id: userId, month }, rollUpMonth(userId, zone, days), { upsert: true });
    };
    // The days alone make up a whole month; of any other, what is stored of the rest belongs to it too.
    if (isWhole) await Promise.all([this.replaceDays(userId, collected), writeMonth(rollups)]);
    else {
      await this.replaceDays(userId, collected);
      await writeMonth(await this.daysOf(userId, daysOfMonth(month)));
    }
  }

  private async replaceDays(userId: string, { covered, rollups }: CollectedMonth): Promise<void> {
    const played = rollups.map((rollup) => rollup.date);
    const unplayed = { $gte: covered.first, $lte: covered.last, $nin: played };
    await Promise.all([
      this.days.deleteMany({ user_id: userId, date: unplayed }),
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
    const outsideMonths =
      range === null
        ? {}
        : { $or: [{ month: { $lt: range.first.slice(0, 7) } }, { month: { $gt: range.last.slice(0, 7) } }] };
    await this.months.deleteMany({ user_id: userId, ...outsideMonths });
  }

  /** Newest first. */
  monthsOf(userId: string, { from, before }: MonthRange): AsyncIterable<MonthPart> {
    const month = { $gte: from, $lt: before };
    return this.months
      .find({ user_id: userId, month }, { sort: { month: -1 }, batchSize: MONTHS_A_BATCH })
      .map((row) => row as unknown as MonthPart);
  }

  private async daysOf(userId: string, { first, last }: DayRange): Promise<DayPart[]> {
    const range = { user_id: userId, date: { $gte: first, $lte: last } };
    return this.days.find<DayPart>(range, { projection: DAY_PART }).toArray();
  }
}
