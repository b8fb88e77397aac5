import { addDays } from './clock';
import { countsOf, round, share } from './counts';
import type { Seen, SeenPlay } from './lens';
import { lengthOf, sessionsOf } from './sessions';

const unique = (values: readonly string[]): number => new Set(values.filter((value) => value !== '')).size;

/** The totals of some plays. */
export function totalsOf(plays: readonly SeenPlay[]) {
  return {
    ...countsOf(plays),
    unique_tracks: unique(plays.map(({ track }) => track)),
    unique_artists: unique(plays.map(({ artist }) => artist)),
    unique_albums: unique(plays.map(({ album }) => album)),
    unique_genres: unique(plays.flatMap(({ genres }) => genres)),
    listening_days: unique(plays.map(({ day }) => day)),
  };
}

type Totals = ReturnType<typeof totalsOf>;

export function changeOf(now: Totals, before: Totals): Record<string, number | null> {
  const percent = (is: number, was: number): number | null => (was === 0 ? null : round(((is - was) * 100) / was, 1));
  return Object.fromEntries(
    Object.entries(now).map(([name, value]) => [name, percent(value, before[name as keyof Totals])]),
  );
}

/** Runs of days in a row, oldest first. */
export function runsOfDays(days: readonly string[]): string[][] {
  const runs: string[][] = [];
  for (const day of [...new Set(days)].sort()) {
    const run = runs.at(-1);
    if (run !== undefined && run.at(-1) === addDays(day, -1)) run.push(day);
    else runs.push([day]);
  }
  return runs;
}

export function oracleSummary(seen: Seen): Record<string, unknown> {
  const { through, world, days, today, previous } = seen;
  const totals = totalsOf(through);
  const lengths = sessionsOf(through).map(lengthOf);
  const runs = runsOfDays(through.map(({ day }) => day));
  const current = runs.find((run) => [today, addDays(today, -1)].includes(run.at(-1) ?? ''));
  const measured = through.filter((play) => play.measured);
  const before = previous && totalsOf(world.filter(({ at }) => at >= previous.from && at <= previous.to));
  const isoOf = (play: SeenPlay | undefined): string | null => (play ? new Date(play.at).toISOString() : null);
  return {
    ...totals,
    first_played_at: isoOf(through[0]),
    last_played_at: isoOf(through.at(-1)),
    plays_per_day: days.length === 0 ? 0 : round(through.length / days.length, 2),
    session_count: lengths.length,
    mean_session_ms: lengths.length === 0 ? 0 : round(lengths.reduce((sum, ms) => sum + ms, 0) / lengths.length, 0),
    longest_session_ms: Math.max(0, ...lengths),
    longest_streak_days: Math.max(0, ...runs.map((run) => run.length)),
    listening_streak_days: current?.length ?? 0,
    skip_count: measured.filter(({ ms }) => ms < 30_000).length,
    measured_share: share(measured.length, through.length),
    previous: previous && {
      from: new Date(previous.from).toISOString(),
      to: new Date(previous.to).toISOString(),
      ...before,
    },
    change: before && changeOf(totals, before),
  };
}
