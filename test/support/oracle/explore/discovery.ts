import type { Day } from './clock';
import { countsOf, groupBy, round, share } from './counts';
import { type Kind, keysOf, ranked } from './items';
import type { Seen, SeenPlay } from './lens';
import { labelsOf } from './time';

type Own = Record<string, string | number | boolean>;

const daysFromTo = (from: Day, to: Day): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** The first and the last play of each item in the world. */
function spansOf(
  { world }: Seen,
  keys: (play: SeenPlay) => string[],
): Map<string, { first: SeenPlay; last: SeenPlay }> {
  const spans = new Map<string, { first: SeenPlay; last: SeenPlay }>();
  for (const play of world)
    for (const key of keys(play)) spans.set(key, { first: spans.get(key)?.first ?? play, last: play });
  return spans;
}

/** The items whose first play of the world is in the range, with it. */
export function discoveredIn(seen: Seen, kind: Kind, withFeatures = false): Map<string, SeenPlay> {
  const { from, to } = seen;
  return new Map(
    [...spansOf(seen, keysOf(kind, withFeatures))]
      .map(([key, { first }]) => [key, first] as const)
      .filter(([, { at }]) => (from === null || at >= from) && (to === null || at <= to)),
  );
}

function labelling(step: string): (play: SeenPlay) => string {
  return ({ day, hour }) => labelsOf(day, step)[step === 'hour' ? hour : 0] ?? '';
}

function bucketsBy(seen: Seen, step: string): string[] {
  return [...new Set(seen.days.flatMap((day) => labelsOf(day, step)))];
}

export function oracleDiscoveries(own: Own) {
  return (seen: Seen): Record<string, unknown> => {
    const of = (own.of ?? 'artists') as Kind;
    const step = String(own.step ?? 'month');
    const limit = Number(own.limit ?? 50);
    const offset = Number(own.offset ?? 0);
    const features = seen.lens.with_features === true;
    const discovered = discoveredIn(seen, of, features);
    const labelOf = labelling(step);
    const plays = groupBy(seen.through, (play) => [labelOf(play)]);
    const counts = groupBy([...discovered.values()], (play) => [labelOf(play)]);
    const firstAt = (key: string): number => discovered.get(key)?.at ?? 0;
    const items = ranked(seen, of, seen.through, features)
      .filter(({ key }) => discovered.has(key))
      .sort((a, b) => firstAt(b.key) - firstAt(a.key));
    return {
      ...{ of, step, limit, offset },
      steps: bucketsBy(seen, step).map((label) => {
        const [found, all] = [counts.get(label)?.length ?? 0, plays.get(label)?.length ?? 0];
        return { label, discovered_count: found, play_count: all, share: share(found, all) };
      }),
      items: items.slice(offset, offset + limit).map(({ key, item, counts: own }) => ({
        ...item,
        ...own,
        first_played_at: new Date(firstAt(key)).toISOString(),
      })),
      total: items.length,
    };
  };
}

export function oracleFunnel(own: Own) {
  return (seen: Seen): Record<string, unknown> => {
    const of = (own.of ?? 'artists') as Kind;
    const spans = spansOf(seen, keysOf(of));
    const labelOf = labelling('quarter');
    const discovered = [...discoveredIn(seen, of)].map(([key, first]) => {
      const last = spans.get(key)?.last ?? first;
      return {
        label: labelOf(first),
        age: daysFromTo(first.day, seen.today),
        span: daysFromTo(first.day, last.day),
      };
    });
    return {
      of,
      quarters: bucketsBy(seen, 'quarter').map((label) => {
        const found = discovered.filter((item) => item.label === label);
        const after = (days: number): number | null => {
          const old = found.filter(({ age }) => age >= days);
          return old.length === 0 ? null : share(old.filter(({ span }) => span >= days).length, old.length);
        };
        return {
          label,
          discovered_count: found.length,
          after_7_days: after(7),
          after_30_days: after(30),
          after_90_days: after(90),
          after_365_days: after(365),
        };
      }),
    };
  };
}

/** Half the mean difference of all pairs, against the mean. */
function giniOf(values: readonly number[]): number {
  const whole = values.reduce((sum, value) => sum + value, 0);
  if (whole === 0) return 0;
  let differences = 0;
  for (const a of values) for (const b of values) differences += Math.abs(a - b);
  return round(differences / (2 * values.length * whole), 4);
}

function effectiveOf(values: readonly number[]): number {
  const whole = values.reduce((sum, value) => sum + value, 0);
  if (whole === 0) return 0;
  const shares = values.filter((value) => value > 0).map((value) => value / whole);
  return round(Math.exp(-shares.reduce((sum, part) => sum + part * Math.log(part), 0)), 2);
}

export function oracleDiversity(own: Own) {
  return (seen: Seen): Record<string, unknown> => {
    const step = String(own.step ?? 'month');
    const labelOf = labelling(step);
    const discovered = discoveredIn(seen, 'artists');
    const mixOf = (plays: readonly SeenPlay[], label?: string): Record<string, number> => {
      const artists = groupBy(plays, keysOf('artists'));
      const values = [...artists.values()].map((all) =>
        seen.measure === 'plays' ? all.length : countsOf(all).total_ms,
      );
      const fresh = [...artists.keys()].filter((key) => {
        const first = discovered.get(key);
        return first !== undefined && (label === undefined || labelOf(first) === label);
      });
      return {
        unique_artists: artists.size,
        effective_artists: effectiveOf(values),
        new_artists_share: share(fresh.length, artists.size),
        gini: giniOf(values),
      };
    };
    const buckets = groupBy(seen.through, (play) => [labelOf(play)]);
    return {
      step,
      ...mixOf(seen.through),
      steps: bucketsBy(seen, step).map((label) => {
        const plays = buckets.get(label) ?? [];
        return { label, play_count: plays.length, ...mixOf(plays, label) };
      }),
    };
  };
}

export function oracleForgotten(own: Own) {
  return (seen: Seen): Record<string, unknown> => {
    const of = (own.of ?? 'artists') as Kind;
    const limit = Number(own.limit ?? 50);
    const offset = Number(own.offset ?? 0);
    // By plays, whatever the measure is.
    const items = ranked({ ...seen, measure: 'plays' }, of, seen.through).flatMap(({ plays, counts, item }) => {
      const days = [...new Set(plays.map(({ day }) => day))].sort();
      const gaps = days.slice(1).map((day, index) => daysFromTo(days[index] ?? '', day));
      const sorted = gaps.sort((a, b) => a - b);
      const usual = sorted[Math.ceil((sorted.length * 9) / 10) - 1] ?? 0;
      const gap = daysFromTo(days.at(-1) ?? '', seen.endDay);
      if (days.length < 5 || gap <= 90 || gap <= 3 * usual) return [];
      return [
        {
          ...item,
          ...counts,
          listening_days: days.length,
          last_played_at: new Date(plays.at(-1)?.at ?? 0).toISOString(),
          gap_days: gap,
          usual_gap_days: usual,
        },
      ];
    });
    return {
      ...{ limit, offset },
      items: items.map((item, index) => ({ rank: index + 1, ...item })).slice(offset, offset + limit),
      total: items.length,
    };
  };
}
