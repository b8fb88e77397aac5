import { addDays, type Day, weekday } from './clock';
import { countsOf, groupBy, round, share } from './counts';
import { keysOf, ranked } from './items';
import type { Seen, SeenPlay } from './lens';

type Own = Record<string, string | number | boolean>;
type Sums = Map<string, number>;

const WEEKS = 12;

function sumsOf(plays: readonly SeenPlay[], measure: Seen['measure']): Sums {
  const sums: Sums = new Map();
  for (const { artist, ms } of plays)
    if (artist !== '') sums.set(artist, (sums.get(artist) ?? 0) + (measure === 'ms' ? ms : 1));
  return sums;
}

function cosine(a: Sums, b: Sums): number {
  const dot = (x: Sums, y: Sums): number => [...x].reduce((sum, [key, value]) => sum + value * (y.get(key) ?? 0), 0);
  const length = Math.sqrt(dot(a, a) * dot(b, b));
  return length === 0 ? 0 : dot(a, b) / length;
}

/** The distance of each Monday that counts, by its number among all Mondays of the range. */
function distancesOf({ days, through, measure }: Seen): { mondays: Day[]; distances: (number | null)[] } {
  const mondays = days.filter((day) => weekday(day) === 0);
  const last = days.at(-1) ?? '';
  const weekOf = new Map<Day, number>();
  for (const [number, monday] of mondays.entries())
    for (let day = 0; day < 7; day += 1) weekOf.set(addDays(monday, day), number);
  const weeks = groupBy(through, ({ day }) => [weekOf.get(day) ?? -1]);
  const playsOf = (first: number): SeenPlay[] =>
    Array.from({ length: WEEKS }, (_, index) => weeks.get(first + index) ?? []).flat();
  const distances = mondays.map((monday, number) => {
    if (number < WEEKS || addDays(monday, 7 * WEEKS - 1) > last) return null;
    const [before, after] = [playsOf(number - WEEKS), playsOf(number)];
    if (before.length < 50 || after.length < 50) return null;
    // Distances that differ by less than this are equal.
    return round(1 - cosine(sumsOf(before, measure), sumsOf(after, measure)), 9);
  });
  return { mondays, distances };
}

export function oracleChapters(own: Own) {
  return (seen: Seen): Record<string, unknown> => {
    const threshold = Number(own.threshold ?? 0.5);
    const { through, world, days, measure } = seen;
    if (through.length === 0 || days.length === 0) return { threshold, items: [] };
    const { mondays, distances } = distancesOf(seen);
    const starts = mondays.flatMap((monday, number) => {
      const distance = distances[number] ?? null;
      if (distance === null || distance <= threshold) return [];
      const isBeaten = distances.some(
        (other, at) =>
          other !== null && Math.abs(at - number) < WEEKS && (other > distance || (other === distance && at < number)),
      );
      return isBeaten ? [] : [{ first: monday, distance: round(distance, 4) }];
    });
    const chapters = [{ first: days[0] ?? '', distance: null as number | null }, ...starts];
    const whole = (plays: readonly SeenPlay[]): number => (measure === 'ms' ? countsOf(plays).total_ms : plays.length);
    const firstPlays = new Set(Array.from(groupBy(world, keysOf('artists')), ([, plays]) => plays[0]));
    return {
      threshold,
      items: chapters.map(({ first, distance }, index) => {
        const next = chapters[index + 1]?.first;
        const plays = through.filter(({ day }) => day >= first && (next === undefined || day < next));
        const artists = ranked(seen, 'artists', plays);
        return {
          first_day: first,
          last_day: next === undefined ? days.at(-1) : addDays(next, -1),
          ...countsOf(plays),
          distance,
          top_artists: artists.slice(0, 5).map(({ item, counts, plays: of }) => ({
            ...item,
            ...counts,
            share: share(whole(of), whole(through)),
          })),
          new_artists: artists
            .filter(({ plays: of }) => of[0] !== undefined && firstPlays.has(of[0]))
            .slice(0, 5)
            .map(({ item, counts }) => ({ ...item, ...counts })),
        };
      }),
    };
  };
}
