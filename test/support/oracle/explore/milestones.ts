import { addDays, daysFrom } from './clock';
import { countsOf, groupBy, round } from './counts';
import { itemOf, keysOf } from './items';
import type { Seen, SeenPlay } from './lens';

/** Whether the nth play is a milestone. */
const isRound = (n: number): boolean => [100, 500, 1_000, 5_000].includes(n) || (n > 0 && n % 10_000 === 0);

function eddingtonOf(plays: readonly SeenPlay[]): Record<string, number> {
  const counts = [...groupBy(plays, ({ day }) => [day]).values()].map((own) => own.length);
  const daysOf = (number: number): number => counts.filter((count) => count >= number).length;
  let number = 0;
  while (daysOf(number + 1) >= number + 1) number += 1;
  return { number, next: number + 1, days_missing: number + 1 - daysOf(number + 1) };
}

function nextOf({ through, today, endDay }: Seen): Record<string, unknown> | null {
  if (endDay < today) return null;
  let number = through.length + 1;
  while (number !== 1 && !isRound(number)) number += 1;
  const missing = number - through.length;
  const recentDays = new Set(daysFrom(addDays(today, -89), today));
  const recent = through.filter(({ day }) => recentDays.has(day)).length;
  return {
    number,
    plays_missing: missing,
    plays_per_day: round(recent / 90, 2),
    date: recent === 0 ? null : addDays(today, Math.ceil(missing / (recent / 90) - 1e-9)),
  };
}

export function oracleMilestones(seen: Seen): Record<string, unknown> {
  const { through } = seen;
  const ofArtists = Array.from(groupBy(through, keysOf('artists')), ([key, plays]) =>
    plays.flatMap((play, index) => (isRound(index + 1) ? [{ key, play, number: index + 1 }] : [])),
  ).flat();
  const order = new Map(through.map((play, index) => [play, index]));
  return {
    ...countsOf(through),
    items: through.flatMap(({ id }, index) =>
      index === 0 || isRound(index + 1)
        ? [{ number: index + 1, play: expect.objectContaining({ id, origin: 'platform', client: '' }) as unknown }]
        : [],
    ),
    artists: ofArtists
      .sort((a, b) => (order.get(b.play) ?? 0) - (order.get(a.play) ?? 0))
      .slice(0, 100)
      .map(({ key, play, number }) => ({
        number,
        artist: itemOf(seen, 'artists', key),
        played_at: new Date(play.at).toISOString(),
      })),
    eddington: eddingtonOf(through),
    next: nextOf(seen),
  };
}
