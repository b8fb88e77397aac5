import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { DAY_MS } from '../../common/durations';
import { JOBS_CONNECTION } from '../../database/connections';
import { refusedAsDuplicates } from '../../database/duplicate-key';
import { ChangedDay } from '../changed-day.schema';

/** Records which days of each history have changed, and by which revision. */
@Injectable()
export class ChangedDays {
  constructor(@InjectModel(ChangedDay.name, JOBS_CONNECTION) private readonly days: Model<ChangedDay>) {}

  /**
   * Marks days as changed by a revision. To be called by the holder of the history, before plays of these days are written.
   * @param days UTC days, or EVERY_DAY
   */
  async mark(userId: string, days: readonly string[], revision: number): Promise<void> {
    if (days.length === 0) return;
    const update = { $max: { revision } };
    const marks = days.map((day) => ({ updateOne: { filter: { user_id: userId, day }, update, upsert: true } }));
    try {
      await this.days.collection.bulkWrite(marks, { ordered: false });
    } catch (error) {
      // Of two that mark a day for the first time, one is refused.
      if (refusedAsDuplicates(error) === null) throw error;
      await this.days.updateMany({ user_id: userId, day: { $in: [...days] } }, update);
    }
  }

  /** The days that have changed by revisions above this one, in order; EVERY_DAY comes first. */
  async since(userId: string, revision: number): Promise<string[]> {
    const changed = await this.days
      .find({ user_id: userId, revision: { $gt: revision } })
      // The order of the index that finds them; by day only those need be sorted that have changed.
      .sort({ revision: 1 })
      .select('day')
      .lean<Pick<ChangedDay, 'day'>[]>();
    return changed.map(({ day }) => day).sort();
  }
}

/** The UTC days, each once, in which these instants, ms since 1970, lie. */
export function utcDaysOf(instants: Iterable<number>): string[] {
  const days = new Set<number>();
  for (const instant of instants) days.add(Math.floor(instant / DAY_MS));
  return Array.from(days, (day) => new Date(day * DAY_MS).toISOString().slice(0, 10));
}
