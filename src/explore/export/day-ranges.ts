import { DAY_MS } from '../../common/durations';

/** A UTC day, by its first millisecond, and how many plays end on it. */
export interface PlaysOfDay extends Record<string, unknown> {
  day: number;
  plays: number;
}

/** The days, oldest first, put together until each range has so many plays: instants from `first` until before `end`. */
export function* rangesOf(days: readonly PlaysOfDay[], most: number): Generator<{ first: number; end: number }, void> {
  let first: number | null = null;
  let plays = 0;
  for (const [index, { day, plays: ofDay }] of days.entries()) {
    first ??= day;
    plays += ofDay;
    if (plays < most && index < days.length - 1) continue;
    yield { first, end: day + DAY_MS };
    [first, plays] = [null, 0];
  }
}
