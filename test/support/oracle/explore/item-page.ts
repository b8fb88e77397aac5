import { oracleClock } from './time';
import { type Counts, countsOf, groupBy, round, share } from './counts';
import { itemOf, keysOf, ranked } from './items';
import type { Seen, SeenPlay } from './lens';
import { sessionsOf } from './sessions';
import type { StoredPlay } from './stored';
import { runsOfDays } from './summary';
import { labelsOf } from './time';

type Kind = 'artists' | 'albums' | 'tracks';
type Own = Record<string, string | number | boolean>;

/** The id that a play carries of its item of a kind. */
const carriedBy = (kind: Kind, play: StoredPlay): string =>
  ({ artists: play.artistCarries, albums: play.albumCarries, tracks: play.track })[kind];

const keyOf = (kind: Kind, play: StoredPlay): string =>
  ({ artists: play.artist, albums: play.album, tracks: play.track })[kind];

export function oracleItem(kind: Kind) {
  return (own: Own) =>
    (seen: Seen): Record<string, unknown> => {
      const id = String(own.id);
      const step = String(own.step ?? 'month');
      const { history, measure, through, world } = seen;
      const carrying = history.plays.filter((play) => carriedBy(kind, play) === id && keyOf(kind, play) !== '');
      // An artist who is only featured is known to the catalogue alone.
      const last = carrying.at(-1);
      const key = last === undefined ? `id ${id}` : keyOf(kind, last);
      const isOwn = (play: StoredPlay): boolean => keyOf(kind, play) === key;
      const plays = through.filter(isOwn);
      const first = world.find(isOwn);
      const item = itemOf(seen, kind, key);
      const rankIn = (all: readonly SeenPlay[]): number | null => {
        const place = ranked(seen, kind, all).findIndex((entry) => entry.key === key);
        return place === -1 ? null : place + 1;
      };
      const value = (counts: Counts): number => (measure === 'plays' ? counts.play_count : counts.total_ms);
      const isoOf = (play: SeenPlay | undefined): string | null => (play ? new Date(play.at).toISOString() : null);
      const days = [...groupBy(plays, ({ day }) => [day])].map(([date, all]) => ({ date, ...countsOf(all) }));
      const best = days.sort((a, b) => value(b) - value(a) || (a.date < b.date ? -1 : 1))[0] ?? null;
      const top = (of: Kind) =>
        ranked(seen, of, plays)
          .slice(0, 10)
          .map(({ item: each, counts }, index) => ({ rank: index + 1, ...each, ...counts }));
      return {
        ...item,
        ...countsOf(plays),
        catalogue: history.catalogued[kind].has(item.id ?? '')
          ? (expect.objectContaining({ platform_id: item.id }) as unknown)
          : null,
        rank: rankIn(through),
        rank_all_time: rankIn(world),
        share: share(value(countsOf(plays)), value(countsOf(through))),
        first_played_at: isoOf(plays[0]),
        last_played_at: isoOf(plays.at(-1)),
        first_ever_played_at: isoOf(first),
        listening_days: days.length,
        best_day: best,
        longest_streak_days: Math.max(0, ...runsOfDays(plays.map(({ day }) => day)).map((run) => run.length)),
        series: seriesOf(seen, plays, step),
        clock: oracleClock({ ...seen, through: plays }),
        top_tracks: kind === 'tracks' ? [] : top('tracks'),
        top_albums: kind === 'artists' ? top('albums') : [],
        before: neighboursOf(seen, kind, key, -1),
        after: neighboursOf(seen, kind, key, 1),
        contexts: contextsOf(plays, value),
        merged: [...new Set(history.plays.filter(isOwn).map((play) => carriedBy(kind, play)))]
          .filter((other) => other !== item.id)
          .sort()
          .map((other) => ({ id: other, name: history.carriedNames.get(`${key} ${other}`) })),
      };
    };
}

function seriesOf(seen: Seen, plays: readonly SeenPlay[], step: string): Record<string, unknown> {
  const labels = [...new Set(seen.days.flatMap((day) => labelsOf(day, step)))];
  const buckets = groupBy(plays, ({ day, hour }) => [labelsOf(day, step)[step === 'hour' ? hour : 0] ?? '']);
  const counts = labels.map((label) => countsOf(buckets.get(label) ?? []));
  return {
    ...{ step, labels },
    play_count: counts.map(({ play_count }) => play_count),
    total_ms: counts.map(({ total_ms }) => total_ms),
  };
}

/** What is played next to an item, on the side that the offset says. */
function neighboursOf(seen: Seen, kind: Kind, key: string, offset: -1 | 1): Record<string, unknown>[] {
  const beside = sessionsOf(seen.through).flatMap((session) =>
    session.flatMap((play, index) => {
      const other = session[index + offset];
      return keyOf(kind, play) === key && other !== undefined ? [other] : [];
    }),
  );
  const counts = groupBy(beside, keysOf(kind));
  // In rank order among all, which breaks ties.
  return ranked(seen, kind, seen.through)
    .map((entry) => ({ ...entry, count: counts.get(entry.key)?.length ?? 0 }))
    .filter((entry) => entry.key !== key && entry.count >= 3)
    .sort((a, b) => b.count - a.count)
    .slice(0, 10)
    .map(({ item, count, plays }) => ({
      ...item,
      count,
      share: share(count, beside.length),
      chance: share(plays.length, seen.through.length),
      lift: round(count / beside.length / (plays.length / seen.through.length), 2),
    }));
}

function contextsOf(plays: readonly SeenPlay[], value: (counts: Counts) => number): Record<string, unknown>[] {
  const contexts = groupBy(
    plays.filter(({ context }) => context !== ''),
    ({ contextType, context }) => [`${context}\n${contextType}`],
  );
  return [...contexts]
    .map(([key, all]) => ({ key, all, counts: countsOf(all) }))
    .sort(
      (a, b) =>
        value(b.counts) - value(a.counts) ||
        b.counts.play_count - a.counts.play_count ||
        b.counts.total_ms - a.counts.total_ms ||
        (a.key < b.key ? -1 : 1),
    )
    .slice(0, 20)
    .map(({ all, counts }) => ({ context_type: all[0]?.contextType, context_uri: all[0]?.context, ...counts }));
}
