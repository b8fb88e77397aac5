import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../../database/connections';
import { TouchedDay } from '../touched-day.schema';

const DAY_MS = 86_400_000;

/** Marks the days of a history that change. */
@Injectable()
export class TouchedDays {
  constructor(@InjectModel(TouchedDay.name, JOBS_CONNECTION) private readonly touched: Model<TouchedDay>) {}

  /**
   * Does `write` between two marks of its days. The one before it holds if the process dies on the way; the one after it
   * reaches those who began to bring a day up to date before the change could be seen.
   */
  async around<T>(userId: string, days: readonly string[], write: () => Promise<T>): Promise<T> {
    await this.mark(userId, days);
    const result = await write();
    await this.markAgain(userId, days);
    return result;
  }

  private async mark(userId: string, days: readonly string[]): Promise<void> {
    if (days.length === 0) return;
    await this.touched.collection.bulkWrite(
      days.map((day) => ({
        updateOne: { filter: { user_id: userId, day }, update: { $inc: { revision: 1 } }, upsert: true },
      })),
      { ordered: false },
    );
  }

  private async markAgain(userId: string, days: readonly string[]): Promise<void> {
    if (days.length === 0) return;
    const { matchedCount } = await this.touched.collection.updateMany(
      { user_id: userId, day: { $in: [...days] } },
      { $inc: { revision: 1 } },
    );
    if (matchedCount < days.length) await this.mark(userId, days);
  }
}

/** The UTC days, each once, in which these instants, ms since 1970, lie. */
export function utcDaysOf(instants: Iterable<number>): string[] {
  const days = new Set<number>();
  for (const instant of instants) days.add(Math.floor(instant / DAY_MS));
  return Array.from(days, (day) => new Date(day * DAY_MS).toISOString().slice(0, 10));
}
