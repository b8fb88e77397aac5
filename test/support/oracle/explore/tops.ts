import { countsOf, share } from './counts';
import { type Kind, keysOf, ranked } from './items';
import type { Seen, SeenPlay } from './lens';

type Own = Record<string, string | number | boolean>;

const isoOf = (play: SeenPlay | undefined): string => new Date(play?.at ?? 0).toISOString();

/** What an item is against the range before. */
function movementsOf(seen: Seen, kind: Kind, withFeatures: boolean) {
  const { world, from, previous } = seen;
  const before = world.filter(({ at }) => previous !== null && at >= previous.from && at <= previous.to);
  const places = new Map(
    ranked(seen, kind, before, withFeatures).map(({ key, counts }, index) => [key, { rank: index + 1, counts }]),
  );
  const known = new Set(world.filter(({ at }) => from !== null && at < from).flatMap(keysOf(kind, withFeatures)));
  return (key: string, rank: number): Record<string, unknown> => {
    const { rank: previousRank = null, counts = { play_count: 0, total_ms: 0 } } = places.get(key) ?? {};
    const moved = (was: number): string => ['up', 'same', 'down'][Math.sign(rank - was) + 1] ?? '';
    const movement = !known.has(key) ? 'new' : previousRank === null ? 'returned' : moved(previousRank);
    return {
      movement: previous === null ? null : movement,
      previous_rank: previousRank,
      previous_play_count: counts.play_count,
      previous_total_ms: counts.total_ms,
    };
  };
}

export function oracleTop(kind: Kind) {
  return (own: Own) =>
    (seen: Seen): Record<string, unknown> => {
      const features = seen.lens.with_features === true;
      const [limit, offset] = [Number(own.limit ?? 50), Number(own.offset ?? 0)];
      const measure = seen.measure === 'plays' ? 'play_count' : 'total_ms';
      const whole = countsOf(seen.through)[measure];
      const all = ranked(seen, kind, seen.through, features);
      const movementOf = movementsOf(seen, kind, features);
      return {
        items: all.slice(offset, offset + limit).map(({ key, plays, counts, item }, index) => ({
          rank: offset + index + 1,
          ...item,
          ...counts,
          share: share(counts[measure], whole),
          first_played_at: isoOf(plays[0]),
          last_played_at: isoOf(plays.at(-1)),
          ...movementOf(key, offset + index + 1),
        })),
        total: all.length,
        limit,
        offset,
      };
    };
}
