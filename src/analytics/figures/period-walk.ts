import { addDays, daysOfMonth, type Day } from '../../common/days';
import { type DayRange, daysOfPeriod, PERIODS, type Period } from '../../common/periods';
import { ListeningTotals, type MonthPart } from './listening-totals';
import type { UnpackedTotals } from './packed-totals';
import { UnpackedMonth } from './packed-month';
import { takeFigures, type PeriodFigures } from './period-figures';
import type { Recordings } from './recordings';
import { streakDays } from './streak';

/** What a walk over all roll-ups has found. */
export interface WalkResult {
  /** One for each period asked, shortest first. */
  figures: PeriodFigures[];
  streak: number;
  /** What was played before the first day of the longest period. */
  before: Recordings;
}

/**
 * Sums up any number of periods in one walk over a user's roll-ups, from the newest back to the oldest. All periods
 * end today, so each contains the shorter ones: the walk takes a period's figures where that period starts, and goes
 * on adding for the longer ones. A month inside which a period starts is added in two parts.
 */
export class PeriodWalk {
  private readonly totals = new ListeningTotals();
  private readonly figures: PeriodFigures[] = [];
  private readonly playedDays: Day[] = [];
  private readonly open: Period[];

  constructor(
    periods: readonly Period[],
    private readonly today: Day,
  ) {
    this.open = PERIODS.filter((period) => periods.includes(period));
  }

  addMonth(rollup: MonthPart): void {
    const { first, last } = daysOfMonth(rollup.month);
    const month = new UnpackedMonth(rollup.month, rollup.by_day);
    const starts = this.open.map((period) => this.startOf(period)).filter((start) => start > first && start <= last);
    let rest = last;
    for (const start of starts) {
      this.addDays(rollup, month, { first: start, last: rest });
      rest = addDays(start, -1);
    }
    this.addDays(rollup, month, { first, last: rest });
  }

  /** Adds the sum of a stretch of days, newest first, of which every period contains all or nothing. */
  addSum(sum: UnpackedTotals): void {
    const [newest] = sum.days;
    if (newest === undefined) return;
    this.closeBefore(newest.date);
    for (const { date } of sum.days) this.playedDays.push(date);
    sum.addTo(this.totals);
  }

  finish(): WalkResult {
    while (this.closeNext());
    // Without any play there is nothing to draw a trend of.
    if (this.playedDays.length === 0) for (const figures of this.figures) figures.trend = [];
    const streak = streakDays(this.playedDays, this.today);
    return { figures: this.figures, streak, before: this.totals.takeRecordings() };
  }

  private addDays(rollup: MonthPart, month: UnpackedMonth, range: DayRange): void {
    const days = rollup.days.filter(({ date }) => date >= range.first && date <= range.last);
    const [newest] = days;
    if (newest === undefined) return;
    this.closeBefore(newest.date);
    for (const { date } of days) this.playedDays.push(date);
    this.totals.addDaysOf(month, range, days);
  }

  /** Takes the figures of the periods that start after the day. */
  private closeBefore(day: Day): void {
    while (this.open[0] !== undefined && this.startOf(this.open[0]) > day) this.closeNext();
  }

  private closeNext(): boolean {
    const period = this.open.shift();
    if (period === undefined) return false;
    const range = daysOfPeriod(period, this.today, this.playedDays.at(-1) ?? null);
    this.figures.push(takeFigures(period, range, this.totals));
    return true;
  }

  /** The first day of a period; all time starts before every day. */
  private startOf(period: Period): Day {
    return period === 'all_time' ? '' : (daysOfPeriod(period, this.today, null)?.first ?? '');
  }
}
