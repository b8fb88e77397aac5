import { weekdayOf } from '../../common/days';
import type { DayRange } from '../../common/periods';
import type { DayTotal, MonthlyRollup } from '../rollups/rollup';
import type { UnpackedMonth } from './packed-month';
import { Recordings } from './recordings';
import { addTally, emptyTally, type Tally } from './tally';

/** What the totals read of a month's roll-up. */
export type MonthPart = Pick<MonthlyRollup, 'month' | 'days' | 'by_day'>;

/** The sum of roll-ups over a stretch of time. The order in which they are added changes nothing but the order of `days`. */
export class ListeningTotals {
  readonly total = emptyTally();
  /** By hour of the day, 0 to 23. */
  readonly hours = Array.from({ length: 24 }, emptyTally);
  /** By weekday, Monday first. */
  readonly weekdays = Array.from({ length: 7 }, emptyTally);
  /** The days with plays, in the order they were added. */
  readonly days: DayTotal[] = [];
  private sinceTaken = new Recordings();

  /**
   * Adds the days of a month that lie in a range.
   * @param days those days, each once
   */
  addDaysOf(month: UnpackedMonth, range: DayRange, days: readonly DayTotal[]): void {
    for (const day of days) this.addDayTotal(day);
    for (const { hour, count, ms } of month.hoursIn(range)) this.addHour(hour, { plays: count, ms });
    month.addTo(this.sinceTaken, range);
  }

  /** What was played, without what was taken. */
  get recordings(): Recordings {
    return this.sinceTaken;
  }

  /** What was played since this was last called. */
  takeRecordings(): Recordings {
    const taken = this.sinceTaken;
    this.sinceTaken = new Recordings();
    return taken;
  }

  addDayTotal(day: DayTotal): void {
    this.days.push(day);
    addTally(this.total, day);
    addAt(this.weekdays, weekdayOf(day.date), day);
  }

  addHour(hour: number, tally: Tally): void {
    addAt(this.hours, hour, tally);
  }
}

function addAt(tallies: Tally[], index: number, added: Tally): void {
  const tally = tallies[index];
  if (tally === undefined) throw new RangeError(`A roll-up names hour or weekday ${index}, which no day or week has.`);
  addTally(tally, added);
}
