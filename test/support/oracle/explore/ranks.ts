import { groupBy } from './counts';
import { type Kind, ranked } from './items';
import type { Seen } from './lens';
import { labelsOf } from './time';

type Own = Record<string, string | number | boolean>;

export function oracleRanks(own: Own) {
  return (seen: Seen): Record<string, unknown> => {
    const of = String(own.of ?? 'artists') as Kind;
    const step = String(own.step ?? 'month');
    const features = seen.lens.with_features === true;
    const labels = [...new Set(seen.days.flatMap((day) => labelsOf(day, step)))];
    const inBuckets = groupBy(seen.through, ({ day }) => labelsOf(day, step));
    const places = labels.map((label) => {
      const all = ranked(seen, of, inBuckets.get(label) ?? [], features);
      return new Map(all.map(({ key, counts }, index) => [key, { rank: index + 1, plays: counts.play_count }]));
    });
    const items = labels.length === 0 ? [] : ranked(seen, of, seen.through, features).slice(0, Number(own.top ?? 10));
    return {
      ...{ of, step, labels },
      items: items.map(({ key, item, counts }, index) => ({
        rank: index + 1,
        ...item,
        ...counts,
        ranks: places.map((bucket) => bucket.get(key)?.rank ?? null),
        play_counts: places.map((bucket) => bucket.get(key)?.plays ?? 0),
      })),
    };
  };
}
