import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../../database/connections';
import { refusedAsDuplicates } from '../../database/duplicate-key';
import { TouchedDay } from '../touched-day.schema';
import { DAY_MS } from '../../common/durations';

/** Marks the days of a history that change. */
@Injectable()
export class TouchedDays {
  constructor(@InjectModel(TouchedDay.name, JOBS_CONNECTION) private readonly touched: Model<TouchedDay>) {}

  /** Marks days before their plays are written: the mark holds if the process dies on the way. */
  async markBefore(userId: string, days: readonly string[]): Promise<void> {
    if (days.length === 0) return;
    const marks = days.map((day) => ({
      updateOne: { filter: { user_id: userId, day }, update: { $inc: { revision: 1 } }, upsert: true },
    }));
    try {
      await this.touched.collection.bulkWrite(marks, { ordered: false });
    } catch (error) {
      // Of two that mark a day for the first time, one is refused.
      if (refusedAsDuplicates(error) === null) throw error;
      await this.raise(userId, days);
    }
  }

  /** Marks them again: it reaches those who began to bring a day up to date before the change could be seen. */
  async markAfter(userId: string, days: readonly string[]): Promise<void> {
    const raised = await this.raise(userId, days);
    if (raised < days.length) await this.markBefore(userId, days);
  }

  /** @returns how many of the days are marked */
  private async raise(userId: string, days: readonly string[]): Promise<number> {
    if (days.length === 0) return 0;
    const filter = { user_id: userId, day: { $in: [...days] } };
    return (await this.touched.collection.updateMany(filter, { $inc: { revision: 1 } })).matchedCount;
  }
}

/** The UTC days, each once, in which these instants, ms since 1970, lie. */
export function utcDaysOf(instants: Iterable<number>): string[] {
  const days = new Set<number>();
  for (const instant of instants) days.add(Math.floor(instant / DAY_MS));
  return Array.from(days, (day) => new Date(day * DAY_MS).toISOString().slice(0, 10));
}
