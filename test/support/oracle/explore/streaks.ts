import { addDays } from './clock';
import { countsOf, groupBy } from './counts';
import { itemOf, type Kind, keysOf } from './items';
import type { Seen, SeenPlay } from './lens';
import { runsOfDays } from './summary';

type Own = Record<string, string | number | boolean>;

interface Streak {
  id: string;
  item: Record<string, string> | null;
  days: string[];
  plays: SeenPlay[];
}

function streaksOf(plays: readonly SeenPlay[], id: string, item: Streak['item']): Streak[] {
  const byDay = groupBy(plays, ({ day }) => [day]);
  return runsOfDays([...byDay.keys()]).map((days) => ({
    ...{ id, item, days },
    plays: days.flatMap((day) => byDay.get(day) ?? []),
  }));
}

function allStreaks(seen: Seen, of: string): Streak[] {
  if (of === 'days') return streaksOf(seen.through, '', null);
  const kind = of as Kind;
  return Array.from(groupBy(seen.through, keysOf(kind)), ([key, plays]) => {
    const streaks = streaksOf(plays, key, null).filter(({ days }) => days.length > 1);
    if (streaks.length === 0) return [];
    const item = itemOf(seen, kind, key);
    return streaks.map((streak) => ({ ...streak, id: item.id ?? '', item }));
  }).flat();
}

export function oracleStreaks(own: Own) {
  return (seen: Seen): Record<string, unknown> => {
    const of = String(own.of ?? 'days');
    const limit = Number(own.limit ?? 50);
    const offset = Number(own.offset ?? 0);
    const lastOf = ({ days }: Streak): string => days.at(-1) ?? '';
    const streaks = allStreaks(seen, of)
      .sort(
        (a, b) =>
          b.days.length - a.days.length ||
          b.plays.length - a.plays.length ||
          (lastOf(a) === lastOf(b) ? (a.id < b.id ? -1 : 1) : lastOf(a) < lastOf(b) ? 1 : -1),
      )
      .map((streak, index) => ({
        rank: index + 1,
        item: streak.item,
        first_day: streak.days[0],
        last_day: lastOf(streak),
        days: streak.days.length,
        ...countsOf(streak.plays),
        is_current: [seen.today, addDays(seen.today, -1)].includes(lastOf(streak)),
      }));
    return {
      of,
      items: streaks.slice(offset, offset + limit),
      current: streaks.filter(({ is_current }) => is_current).slice(0, 10),
      ...{ total: streaks.length, limit, offset },
    };
  };
}
