import type { DayRange, Period } from '../../common/periods';
import type { ListeningTotals } from './listening-totals';
import type { Recordings } from './recordings';
import type { Tally } from './tally';
import { trendOf, type TrendPoint } from './trend';

/** All that a period's figures take from the roll-ups. */
export interface PeriodFigures {
  period: Period;
  /** Null for all time without a play. */
  range: DayRange | null;
  total: Tally;
  /** By hour of the day, 0 to 23. */
  hours: Tally[];
  /** By weekday, Monday first. */
  weekdays: Tally[];
  /** What was played in the period, without what belongs to the next shorter one of those asked for. */
  recordings: Recordings;
  trend: TrendPoint[];
}

/** The figures of totals that hold exactly the plays of the range; the totals may grow on afterwards. */
export function takeFigures(period: Period, range: DayRange | null, totals: ListeningTotals): PeriodFigures {
  return {
    period,
    range,
    total: { ...totals.total },
    hours: totals.hours.map((tally) => ({ ...tally })),
    weekdays: totals.weekdays.map((tally) => ({ ...tally })),
    recordings: totals.takeRecordings(),
    trend: range === null ? [] : trendOf(period, range, totals.days),
  };
}
