import { addDays, wallClock, type Day } from './local-time';
import type { OracleRow, OracleState } from './types';

export type OraclePeriod = 'week' | 'month' | 'quarter' | 'year' | 'all_time';

const LENGTH = { week: 7, month: 30, quarter: 90, year: 365 };

/** A stored play on the wall clock of the listener. `ms` is its listening time by the rules of analytics. */
export interface LocalPlay {
  row: OracleRow;
  day: Day;
  hour: number;
  ms: number;
}

const known = new WeakMap<OracleState, Map<string, LocalPlay[]>>();

/**
 * All plays on the listener's wall clock, in the order of the rows. Kept by state and zone, as every figure starts
 * from them: a state must not be changed once it has been asked for figures.
 */
export function localPlays(state: OracleState, zone: string): LocalPlay[] {
  const zones = known.get(state) ?? new Map<string, LocalPlay[]>();
  known.set(state, zones);
  let plays = zones.get(zone);
  if (plays === undefined) {
    const read = wallClock(zone);
    plays = state.rows.map((row) => ({ row, ...read(row.playedAt), ms: row.msPlayed ?? row.durationMs }));
    zones.set(zone, plays);
  }
  return plays;
}

/** The first and last day of a period that ends today; null when it is all time and nothing was ever played. */
export function periodDays(
  plays: readonly LocalPlay[],
  zone: string,
  period: OraclePeriod,
  now: Date,
): { first: Day; last: Day } | null {
  const today = wallClock(zone)(now.getTime()).day;
  if (period !== 'all_time') return { first: addDays(today, 1 - LENGTH[period]), last: today };
  let first: Day | undefined;
  for (const { day } of plays) if (first === undefined || day < first) first = day;
  return first === undefined ? null : { first, last: today };
}

/** The plays whose day lies in the period. */
export function playsOfPeriod(
  plays: readonly LocalPlay[],
  zone: string,
  period: OraclePeriod,
  now: Date,
): readonly LocalPlay[] {
  const days = periodDays(plays, zone, period, now);
  return days === null ? [] : plays.filter(({ day }) => day >= days.first && day <= days.last);
}
