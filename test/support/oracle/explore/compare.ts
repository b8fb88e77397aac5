import { countsOf, groupBy, round, share } from './counts';
import { type Kind, ranked } from './items';
import { type OracleLens, rangeOf, type Seen, type SeenPlay } from './lens';
import { totalsOf } from './summary';

type Own = Record<string, string | number | boolean>;

/** The measure of some plays by artist. */
function sumsByArtist({ measure }: Seen, plays: readonly SeenPlay[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { artist, ms } of plays)
    if (artist !== '') sums.set(artist, (sums.get(artist) ?? 0) + (measure === 'plays' ? 1 : ms));
  return sums;
}

function cosine(a: Map<string, number>, b: Map<string, number>): number {
  const length = (sums: Map<string, number>): number => Math.hypot(...sums.values());
  const whole = length(a) * length(b);
  let product = 0;
  for (const [artist, sum] of a) product += sum * (b.get(artist) ?? 0);
  return whole === 0 ? 0 : round(product / whole, 4);
}

export function oracleCompare(own: Own) {
  return (seen: Seen): Record<string, unknown> => {
    const of = String(own.of ?? 'artists') as Kind;
    const range: OracleLens = {
      ...(own.other_from !== undefined && { from: String(own.other_from) }),
      ...(own.other_to !== undefined && { to: String(own.other_to) }),
      ...(own.other_period !== undefined && { period: String(own.other_period) }),
    };
    const { from, to } = rangeOf(range, seen.zone, seen.today);
    const before = seen.world.filter(({ at }) => at >= (from ?? -Infinity) && at <= (to ?? Infinity));
    const measure = seen.measure === 'plays' ? 'play_count' : 'total_ms';
    const [whole, otherWhole] = [countsOf(seen.through)[measure], countsOf(before)[measure]];
    const nothing = { play_count: 0, total_ms: 0 };
    const now = ranked(seen, of, seen.through);
    const then = ranked(seen, of, before);
    const [nowByKey, thenByKey] = [now, then].map((all) => new Map(all.map((entry) => [entry.key, entry.counts])));
    const compared = ({ key, item }: { key: string; item: Record<string, string> }) => {
      const [counts, others] = [nowByKey?.get(key) ?? nothing, thenByKey?.get(key) ?? nothing];
      // In whole numbers: shares that are equal are so.
      const [many, otherMany] = [BigInt(Math.max(whole, 1)), BigInt(Math.max(otherWhole, 1))];
      const change = BigInt(counts[measure]) * otherMany - BigInt(others[measure]) * many;
      const shown = {
        ...item,
        ...counts,
        share: share(counts[measure], whole),
        other_play_count: others.play_count,
        other_total_ms: others.total_ms,
        other_share: share(others[measure], otherWhole),
        share_change: round(Number(change) / Number(many * otherMany), 4),
      };
      return { change, shown };
    };
    const both = now.filter(({ key }) => thenByKey?.has(key)).map(compared);
    const isLess = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
    const first = (entries: ReturnType<typeof compared>[]): unknown[] =>
      entries.slice(0, Number(own.limit ?? 10)).map(({ shown }) => shown);
    const isoOf = (instant: number | null): string | null =>
      instant === null ? null : new Date(instant).toISOString();
    return {
      other: {
        from: isoOf(from),
        to: isoOf(to),
        period: range.from === undefined && range.to === undefined ? range.period : null,
      },
      of,
      totals: totalsOf(seen.through),
      other_totals: totalsOf(before),
      similarity: cosine(sumsByArtist(seen, seen.through), sumsByArtist(seen, before)),
      risers: first(both.filter(({ change }) => change > 0n).sort((a, b) => isLess(b.change, a.change))),
      fallers: first(both.filter(({ change }) => change < 0n).sort((a, b) => isLess(a.change, b.change))),
      new: first(now.filter(({ key }) => !thenByKey?.has(key)).map(compared)),
      gone: first(then.filter(({ key }) => !nowByKey?.has(key)).map(compared)),
    };
  };
}

export function oracleSimilarYears(seen: Seen): Record<string, unknown> {
  const byYear = groupBy(seen.through, ({ day }) => [Number(day.slice(0, 4))]);
  const years = [...byYear.keys()].sort((a, b) => a - b);
  const sums = years.map((year) => sumsByArtist(seen, byYear.get(year) ?? []));
  return { years, similarity: sums.map((a) => sums.map((b) => (a === b ? 1 : cosine(a, b)))) };
}
