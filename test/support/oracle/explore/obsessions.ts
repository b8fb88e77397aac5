import { daysFrom } from './clock';
import { countsOf, groupBy, share } from './counts';
import { itemOf, type Kind, keysOf } from './items';
import type { Seen, SeenPlay } from './lens';

type Own = Record<string, string | number | boolean>;

const dayNumber = (day: string): number => Date.parse(day) / 86_400_000;

/** The bursts of an item's plays: each play is marked that is in any hot group, and groups that share one go together. */
function burstsOf(plays: readonly SeenPlay[], size: number): SeenPlay[][] {
  const bursts: { plays: SeenPlay[]; end: number }[] = [];
  for (let start = 0; start + size <= plays.length; start += 1) {
    const group = plays.slice(start, start + size);
    if (dayNumber(group.at(-1)?.day ?? '') - dayNumber(group[0]?.day ?? '') > 6) continue;
    const burst = bursts.at(-1);
    if (burst !== undefined && start < burst.end) burst.plays.push(...plays.slice(burst.end, start + size));
    else bursts.push({ plays: group, end: 0 });
    const changed = bursts.at(-1);
    if (changed !== undefined) changed.end = start + size;
  }
  return bursts.map((burst) => burst.plays);
}

function shapeOf(burst: readonly SeenPlay[], through: readonly SeenPlay[]): Record<string, unknown> {
  const byDay = groupBy(burst, ({ day }) => [day]);
  const days = [...byDay.keys()].sort();
  const most = Math.max(...[...byDay.values()].map(({ length }) => length));
  const peak = days.find((day) => byDay.get(day)?.length === most) ?? '';
  const after = burst.filter(({ day }) => day > peak);
  const half = after[Math.ceil(after.length / 2) - 1];
  const [from, to] = [burst[0]?.at ?? 0, burst.at(-1)?.at ?? 0];
  return {
    started_at: new Date(from).toISOString(),
    ended_at: new Date(to).toISOString(),
    days: daysFrom(days[0] ?? '', days.at(-1) ?? '').length,
    peak_day: peak,
    peak_play_count: most,
    ...countsOf(burst),
    share: share(burst.length, through.filter(({ at }) => at >= from && at <= to).length),
    half_life_days: half === undefined ? 0 : dayNumber(half.day) - dayNumber(peak),
  };
}

export function oracleObsessions(own: Own) {
  return (seen: Seen): Record<string, unknown> => {
    const of = String(own.of ?? 'tracks');
    const min_plays = Number(own.min_plays ?? (of === 'tracks' ? 8 : 30));
    const limit = Number(own.limit ?? 50);
    const offset = Number(own.offset ?? 0);
    const order = seen.measure === 'ms' ? 'total_ms' : 'play_count';
    const bursts = Array.from(groupBy(seen.through, keysOf(of as Kind)), ([key, plays]) =>
      burstsOf(plays, min_plays).map((burst) => ({
        burst,
        item: itemOf(seen, of as Kind, key),
        counts: countsOf(burst),
        end: burst.at(-1)?.at ?? 0,
      })),
    ).flat();
    bursts.sort(
      (a, b) =>
        b.burst.length - a.burst.length ||
        b.end - a.end ||
        b.counts[order] - a.counts[order] ||
        b.counts.total_ms - a.counts.total_ms ||
        Buffer.compare(Buffer.from(a.item.name ?? ''), Buffer.from(b.item.name ?? '')) ||
        ((a.item.id ?? '') < (b.item.id ?? '') ? -1 : 1),
    );
    return {
      ...{ of, min_plays },
      items: bursts
        .slice(offset, offset + limit)
        .map(({ item, burst }) => ({ ...item, ...shapeOf(burst, seen.through) })),
      ...{ total: bursts.length, limit, offset },
    };
  };
}
