import { daysOfMonth, monthOf, type Day } from '../../common/days';
import type { DayRange } from '../../common/periods';
import type { DailyRollup } from './rollup';

/** The new roll-ups of a month, or of the part of it that lies in the range. */
export interface CollectedMonth {
  month: string;
  /** The days of the month that lie in the range. */
  covered: DayRange;
  /** Whether that is the whole month. */
  isWhole: boolean;
  rollups: DailyRollup[];
}

/** Gathers the daily roll-ups of a range of days, which come oldest first, into months; months without a play included. */
export class MonthCollector {
  private rollups: DailyRollup[] = [];
  private month: string;

  constructor(private readonly range: DayRange) {
    this.month = monthOf(range.first);
  }

  /** Takes the next day; returns the months that are complete by it. */
  add(rollup: DailyRollup): CollectedMonth[] {
    const complete = this.advanceTo(monthOf(rollup.date));
    this.rollups.push(rollup);
    return complete;
  }

  /** The months that are left when no more days come. */
  finish(): CollectedMonth[] {
    return [...this.advanceTo(monthOf(this.range.last)), this.take()];
  }

  private advanceTo(month: string): CollectedMonth[] {
    const complete: CollectedMonth[] = [];
    while (this.month < month) {
      complete.push(this.take());
      this.month = monthAfter(this.month);
    }
    return complete;
  }

  private take(): CollectedMonth {
    const { first, last } = daysOfMonth(this.month);
    const covered = { first: laterOf(first, this.range.first), last: earlierOf(last, this.range.last) };
    const isWhole = covered.first === first && covered.last === last;
    const rollups = this.rollups;
    this.rollups = [];
    return { month: this.month, covered, isWhole, rollups };
  }
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}

function laterOf(a: Day, b: Day): Day {
  return a > b ? a : b;
}

function earlierOf(a: Day, b: Day): Day {
  return a < b ? a : b;
}
