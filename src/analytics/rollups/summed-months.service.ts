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
import type { RollupLease } from './rollup-lease.service';
import { EARLIEST_MONTH, type MonthRange, RollupStore } from './rollup-store.service';
import { type Stretch, STRETCHES, SummedMonthsPart } from './summed-months.schema';

/** Each is up to a megabyte, of which the database and the connection have several copies for a while. */
const PARTS_A_BATCH = 2;

type Part = Omit<SummedMonthsPart, '_id'>;

/** The sum of a stretch of months. */
export interface MonthsSum extends MonthRange {
  stretch: Stretch;
  totals: UnpackedTotals;
}

/**
 * Keeps sums of those of each user's months in which no period begins, and which hardly ever change: the months before the
 * last year, and those of the year before the last quarter. Figures then are read from these and from some five months,
 * however long the history is. Sums are written under the lease of the roll-ups. Before a month changes, every sum that
 * contains it is deleted, so that one which is there holds.
 */
@Injectable()
export class SummedMonths {
  private readonly parts: mongo.Collection<Part>;

  constructor(
    private readonly months: RollupStore,
    @InjectModel(SummedMonthsPart.name, JOBS_CONNECTION) parts: Model<SummedMonthsPart>,
  ) {
    this.parts = parts.collection as unknown as mongo.Collection<Part>;
  }

  /** @returns newest first, those of which all months are needed whole on this day */
  async read(userId: string, today: Day): Promise<MonthsSum[]> {
    const stretches = stretchesOn(today);
    const usable = STRETCHES.map((stretch) => {
      const { from, before } = stretches[stretch];
      return { stretch, from: { $gte: from }, before: { $lte: before } };
    });
    const parts = await this.parts
      .find({ user_id: userId, $or: usable }, { sort: { stretch: 1, part: 1 }, batchSize: PARTS_A_BATCH })
      .toArray();
    const sums: MonthsSum[] = [];
    for (const each of STRETCHES) {
      const own = parts.filter(({ stretch }) => stretch === each);
      const [first] = own;
      if (first === undefined || !areWhole(own)) continue;
      const { stretch, from, before } = first;
      sums.push({ stretch, from, before, totals: new UnpackedTotals(own.map(({ text }) => text)) });
    }
    return sums;
  }

  /** To be called before a month (`YYYY-MM`), and any later ones, are changed. */
  async discard(userId: string, month: string): Promise<void> {
    const later = (await this.headsOf(userId)).filter(({ before }) => before > month);
    if (later.length === 0) return;
    await this.parts.deleteMany({ user_id: userId, stretch: { $in: later.map(({ stretch }) => stretch) } });
  }

  /** Sums up anew what is missing, or does not reach as far as it may by now. */
  async bringUpToDate(userId: string, zone: string, lease: RollupLease): Promise<void> {
    const today = dayOf(new Date(), zone);
    const stretches = stretchesOn(today);
    const heads = await this.headsOf(userId);
    // Further than it may: the clock was set back, and soon those months will be over again.
    const reachesFar = (stretch: Stretch): boolean =>
      heads.some((head) => head.stretch === stretch && head.before >= stretches[stretch].before);
    const due = STRETCHES.filter((stretch) => !reachesFar(stretch));
    if (due.length === 0) return;
    const sums = await this.read(userId, today);
    for (const stretch of due) {
      const range = stretches[stretch];
      const totals = new ListeningTotals();
      const known = sums.find((sum) => sum.stretch === stretch && sum.from === range.from);
      known?.totals.addTo(totals);
      const rest = { from: known?.before ?? range.from, before: range.before };
      for await (const { month, days, by_day } of this.months.monthsOf(userId, rest)) {
        await ownTurn();
        totals.addDaysOf(new UnpackedMonth(month, by_day), daysOfMonth(month), days);
      }
      await this.write({ user_id: userId, stretch, ...range }, packTotals(totals), lease);
    }
  }

  private async write(
    sum: Pick<Part, 'user_id' | 'stretch' | 'from' | 'before'>,
    texts: readonly string[],
    lease: RollupLease,
  ): Promise<void> {
    await lease.extend();
    const { user_id, stretch } = sum;
    const written = randomUUID();
    await this.parts.deleteMany({ user_id, stretch, part: { $gte: texts.length } });
    // The first comes last: where it is there, all are.
    for (const [part, text] of [...texts.entries()].reverse()) {
      const replacement: Part = { ...sum, part, parts: texts.length, written, text };
      await this.parts.replaceOne({ user_id, stretch, part }, replacement, { upsert: true });
    }
  }

  /** The first part of each sum, without its text: the others are far longer, and need not be read to know of them. */
  private headsOf(userId: string): Promise<Omit<Part, 'text'>[]> {
    const first = { user_id: userId, stretch: { $in: [...STRETCHES] }, part: 0 };
    return this.parts.find(first, { projection: { text: 0 } }).toArray();
  }
}

/** The months that may be summed up on a day. */
function stretchesOn(today: Day): Record<Stretch, MonthRange> {
  const [year, quarter] = [monthOfBegin('year', today), monthOfBegin('quarter', today)];
  const afterYear = monthOf(addDays(daysOfMonth(year).last, 1));
  return { before_year: { from: EARLIEST_MONTH, before: year }, within_year: { from: afterYear, before: quarter } };
}

function monthOfBegin(period: 'year' | 'quarter', today: Day): string {
  return monthOf(daysOfPeriod(period, today, null)?.first ?? '');
}

/** Whether these are all the parts that were written together: a process that dies, or is writing, leaves others. */
function areWhole(parts: readonly Pick<Part, 'parts' | 'written'>[]): boolean {
  const [first] = parts;
  return first?.parts === parts.length && parts.every(({ written }) => written === first.written);
}
