import { addDays, isoWeek, type Day } from './local-time';
import { localPlays, periodDays, playsOfPeriod, type OraclePeriod } from './period';
import type { OracleState } from './types';

export interface OracleTrend {
  period: OraclePeriod;
  /** The pattern that the labels follow. */
  granularity: '%Y-%m-%d' | '%G-W%V' | '%Y-%m';
  points: { label: string; plays: number; ms: number; hours: number }[];
}

const GRANULARITY = {
  week: '%Y-%m-%d',
  month: '%Y-%m-%d',
  quarter: '%G-W%V',
  year: '%Y-%m',
  all_time: '%Y-%m',
} as const;

const LABEL: Record<OracleTrend['granularity'], (day: Day) => string> = {
  '%Y-%m-%d': (day) => day,
  '%G-W%V': isoWeek,
  '%Y-%m': (day) => day.slice(0, 7),
};

/** Plays and listening time per day, week or month of a period, buckets without a play included, oldest first. */
export function oracleTrend(state: OracleState, zone: string, period: OraclePeriod, now: Date): OracleTrend {
  const granularity = GRANULARITY[period];
  const label = LABEL[granularity];
  const all = localPlays(state, zone);
  const days = periodDays(all, zone, period, now);
  if (days === null || all.length === 0) return { period, granularity, points: [] };
  const buckets = new Map<string, { plays: number; ms: number }>();
  for (let day = days.first; day <= days.last; day = addDays(day, 1)) buckets.set(label(day), { plays: 0, ms: 0 });
  const labels = new Map<Day, string>();
  for (const play of playsOfPeriod(all, zone, period, now)) {
    const name = labels.get(play.day) ?? label(play.day);
    labels.set(play.day, name);
    const bucket = buckets.get(name);
    if (bucket === undefined) throw new Error(`The day ${play.day} lies in no bucket of the period`);
    bucket.plays += 1;
    bucket.ms += play.ms;
  }
  const points = [...buckets].map(([name, { plays, ms }]) => ({
    label: name,
    plays,
    ms,
    hours: Math.round(ms / 36_000) / 100,
  }));
  return { period, granularity, points };
}
