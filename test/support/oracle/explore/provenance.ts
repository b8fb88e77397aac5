import { clockOf, endOf, startOf } from './clock';
import { countsOf, groupBy } from './counts';
import type { Seen } from './lens';
import { runsOfDays } from './summary';

/** Of a user who was never synced: plays of one origin, from the first to the last. */
export function oracleProvenance({ through, days, history, zone }: Seen): Record<string, unknown> {
  const byMonth = groupBy(through, ({ day }) => [day.slice(0, 7)]);
  const played = [history.plays[0], history.plays.at(-1)].map((play) => clockOf(zone)(play?.at ?? 0).day);
  const [first = '', last = ''] = played;
  const isoOf = (instant: number): string => new Date(instant).toISOString();
  return {
    months: [...new Set(days.map((day) => day.slice(0, 7)))].map((label) => {
      const plays = byMonth.get(label) ?? [];
      return {
        label,
        ...countsOf(plays),
        origins: plays.length === 0 ? [] : [{ origin: 'platform', play_count: plays.length }],
        merged_count: plays.filter(({ reports }) => reports > 1).length,
        assumed_count: plays.filter(({ measured }) => !measured).length,
      };
    }),
    gaps: runsOfDays(days.filter((day) => day < first || day > last)).map((run) => ({
      from: isoOf(startOf(run[0] ?? '', zone)),
      to: isoOf(endOf(run.at(-1) ?? '', zone)),
      reason: 'not_covered',
    })),
  };
}
