import { daysOfMonth, type Day } from '../../common/days';
import { daysOfPeriod, PERIODS, type Period } from '../../common/periods';
import { ListeningTotals, type DayPart, type MonthPart } from './listening-totals';
import { takeFigures, type PeriodFigures } from './period-figures';
import { streakDays } from './streak';

/** What a walk over all roll-ups has found. */
export interface WalkResult {
  /** One for each period asked, shortest first. */
  figures: PeriodFigures[];
  streak: number;
}

/**
 * Sums up any number of periods in one walk over a user's roll-ups, from the newest back to the oldest. All periods
 * end today, so each contains the shorter ones: the walk takes a period's figures where that period starts, and goes
 * on adding for the longer ones. A month is added whole, unless a period starts inside it: then its days are.
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

  /** Whether the days of this month (`YYYY-MM`) are needed in place of the month. */
  needsDaysOf(month: string): boolean {
    const { first, last } = daysOfMonth(month);
    return this.open.some((period) => {
      const start = this.startOf(period);
      return start > first && start <= last;
    });
  }

  addMonth(rollup: MonthPart): void {
    for (const { date } of rollup.days) {
      this.closeBefore(date);
      this.playedDays.push(date);
    }
    if (this.open.length > 0) this.totals.addMonth(rollup);
  }

  addDay(rollup: DayPart): void {
    this.closeBefore(rollup.date);
    this.playedDays.push(rollup.date);
    if (this.open.length > 0) this.totals.addDay(rollup);
  }

  finish(): WalkResult {
    while (this.closeNext());
    // Without any play there is nothing to draw a trend of.
    if (this.playedDays.length === 0) for (const figures of this.figures) figures.trend = [];
    return { figures: this.figures, streak: streakDays(this.playedDays, this.today) };
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
