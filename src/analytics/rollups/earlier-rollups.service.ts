import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import { addDays, type Day, dayOf, daysOfMonth, monthOf } from '../../common/days';
import { ownTurn } from '../../common/own-turn';
import { daysOfPeriod } from '../../common/periods';
import { JOBS_CONNECTION } from '../../database/connections';
import { ListeningTotals } from '../figures/listening-totals';
import { UnpackedMonth } from '../figures/packed-month';
import { packTotals, UnpackedTotals } from '../figures/packed-totals';
import { EarlierRollupPart } from './earlier-rollup.schema';
import type { RollupLease } from './rollup-lease.service';
import { RollupStore } from './rollup-store.service';

/** Each is up to a megabyte, of which the database and the connection have several copies for a while. */
const PARTS_A_BATCH = 2;

type Part = Omit<EarlierRollupPart, '_id'>;

/** The sum of all months up to one. */
export interface EarlierRollup {
  /** The last of them, `YYYY-MM`. */
  through: string;
  totals: UnpackedTotals;
}

/**
 * Keeps the sum of each user's months before the last year, which only all time needs and which hardly ever changes: all
 * time then reads that and a year's months, however long the history is. It is written under the lease of the roll-ups.
 * Before a month changes, every sum that contains it is deleted, so that one which is there holds.
 */
@Injectable()
export class EarlierRollups {
  private readonly parts: mongo.Collection<Part>;

  constructor(
    private readonly months: RollupStore,
    @InjectModel(EarlierRollupPart.name, JOBS_CONNECTION) parts: Model<EarlierRollupPart>,
  ) {
    this.parts = parts.collection as unknown as mongo.Collection<Part>;
  }

  /** @returns null when there is none, or none that is needed whole on this day */
  async read(userId: string, today: Day): Promise<EarlierRollup | null> {
    const through = { $lte: lastEarlierMonth(today) };
    const parts = await this.parts
      .find({ user_id: userId, through }, { sort: { part: 1 }, batchSize: PARTS_A_BATCH })
      .toArray();
    const [first] = parts;
    if (first === undefined || !areWhole(parts)) return null;
    return { through: first.through, totals: new UnpackedTotals(parts.map(({ text }) => text)) };
  }

  /** To be called before a month (`YYYY-MM`), and any later ones, are changed. */
  async discard(userId: string, month: string): Promise<void> {
    await this.parts.deleteMany({ user_id: userId, through: { $gte: month } });
  }

  /** Adds the months that are earlier ones by now. */
  async bringUpToDate(userId: string, zone: string, lease: RollupLease): Promise<void> {
    const today = dayOf(new Date(), zone);
    const through = lastEarlierMonth(today);
    const heads = await this.parts.find({ user_id: userId }, { projection: { text: 0 } }).toArray();
    // Through a later month: the clock was set back, and soon that month will be over again.
    if (areWhole(heads) && heads.every((part) => part.through >= through)) return;
    const totals = new ListeningTotals();
    const known = await this.read(userId, today);
    known?.totals.addTo(totals);
    for await (const { month, days, by_day } of this.months.monthsOf(userId, { after: known?.through, through })) {
      await ownTurn();
      totals.addDaysOf(new UnpackedMonth(month, by_day), daysOfMonth(month), days);
    }
    await this.write(userId, through, packTotals(totals), lease);
  }

  private async write(userId: string, through: string, texts: readonly string[], lease: RollupLease): Promise<void> {
    await lease.extend();
    const written = randomUUID();
    for (const [part, text] of texts.entries()) {
      const replacement: Part = { user_id: userId, part, parts: texts.length, written, through, text };
      await this.parts.replaceOne({ user_id: userId, part }, replacement, { upsert: true });
    }
    await this.parts.deleteMany({ user_id: userId, part: { $gte: texts.length } });
  }
}

/** The last month before that in which the longest period with a beginning begins. */
function lastEarlierMonth(today: Day): string {
  const begin = daysOfPeriod('year', today, null)?.first ?? '';
  return monthOf(addDays(`${monthOf(begin)}-01`, -1));
}

/** Whether these are all the parts that were written together: a process that dies, or is writing, leaves others. */
function areWhole(parts: readonly Pick<Part, 'parts' | 'written'>[]): boolean {
  const [first] = parts;
  return first?.parts === parts.length && parts.every(({ written }) => written === first.written);
}
