import { addDays, type Day, isoWeekOf, weekdayOf } from '../../common/days';
import { InvalidRequest } from '../../common/errors/errors';
import type { DayRange } from '../../common/periods';

/** What days are put together to, finest first. */
export const STEPS = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type Step = (typeof STEPS)[number];

const MOST_BUCKETS = 10_000;
const MOST_VALUES = 100_000;
const HOURS_A_DAY = 24;
const MONTHS_A_QUARTER = 3;
const HOURS = Array.from({ length: HOURS_A_DAY }, (_, hour) => `T${String(hour).padStart(2, '0')}`);

/** The label of the bucket that a day lies in; of hours, those of all of its buckets. */
const LABELS: Record<Step, (day: Day) => string[]> = {
  hour: (day) => HOURS.map((hour) => `${day}${hour}`),
  day: (day) => [day],
  week: (day) => [isoWeekOf(day)],
  month: (day) => [day.slice(0, 7)],
  quarter: (day) => [`${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / MONTHS_A_QUARTER)}`],
  year: (day) => [day.slice(0, 4)],
};

/** The first day of the bucket after the one that a day lies in. */
const NEXT: Record<Step, (day: Day) => Day> = {
  hour: (day) => addDays(day, 1),
  day: (day) => addDays(day, 1),
  week: (day) => addDays(day, 7 - weekdayOf(day)),
  month: (day) => nextMonth(day),
  quarter: (day) => nextMonth(`${day.slice(0, 5)}${lastMonthOfQuarter(day)}-01`),
  year: (day) => nextMonth(`${day.slice(0, 4)}-12-01`),
};

/** SQL for the label of the bucket of a play, over its `bucket_day` and `local_at`. */
export const LABEL_SQL: Record<Step, string> = {
  hour: `strftime(bucket_day, '%Y-%m-%d') || strftime(local_at, 'T%H')`,
  day: `strftime(bucket_day, '%Y-%m-%d')`,
  week: `strftime(bucket_day, '%G-W%V')`,
  month: `strftime(bucket_day, '%Y-%m')`,
  quarter: `strftime(bucket_day, '%Y-Q') || quarter(bucket_day)`,
  year: `strftime(bucket_day, '%Y')`,
};

/**
 * The labels of all buckets of some days, oldest first.
 * @param series how many series there are
 * @throws InvalidRequest at `step` if there are more buckets than a response holds
 */
export function bucketsOf(days: DayRange | null, step: Step, series = 0): string[] {
  if (days === null) return [];
  const fits = (each: Step): boolean => {
    const count = countBuckets(days, each);
    return count <= MOST_BUCKETS && count * series <= MOST_VALUES;
  };
  if (!fits(step)) {
    const finest = STEPS.find(fits) ?? 'year';
    const msg = `Input makes more than ${MOST_BUCKETS} buckets, or ${MOST_VALUES} with all series; the finest that fits is '${finest}'`;
    throw new InvalidRequest([{ loc: ['query', 'step'], msg, type: 'enum' }]);
  }
  const labels: string[] = [];
  for (let day = days.first; day <= days.last; day = NEXT[step](day)) labels.push(...LABELS[step](day));
  return labels;
}

function countBuckets({ first, last }: DayRange, step: Step): number {
  let count = 0;
  for (let day = first; day <= last && count * LABELS[step](day).length <= MOST_VALUES; day = NEXT[step](day))
    count += 1;
  return count * LABELS[step](first).length;
}

function nextMonth(day: Day): Day {
  // No month has more than 31 days, and none less than 28.
  return `${addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`;
}

function lastMonthOfQuarter(day: Day): string {
  return String(Math.ceil(Number(day.slice(5, 7)) / MONTHS_A_QUARTER) * MONTHS_A_QUARTER).padStart(2, '0');
}
