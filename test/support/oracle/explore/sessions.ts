import { countsOf, round } from './counts';
import { ranked } from './items';
import type { Seen, SeenPlay } from './lens';

type Own = Record<string, string | number | boolean>;

/** Plays in order, apart where the next starts more than the gap after the end of the one before. */
export function sessionsOf(plays: readonly SeenPlay[], gapMinutes = 20): SeenPlay[][] {
  const sessions: SeenPlay[][] = [];
  for (const play of plays) {
    const session = sessions.at(-1);
    const before = session?.at(-1);
    if (session !== undefined && before !== undefined && play.at - play.ms - before.at <= gapMinutes * 60_000)
      session.push(play);
    else sessions.push([play]);
  }
  return sessions;
}

function startOf(session: readonly SeenPlay[]): number {
  return Math.min(...session.map(({ at, ms }) => at - ms));
}

export function lengthOf(session: readonly SeenPlay[]): number {
  return (session.at(-1)?.at ?? 0) - startOf(session);
}

/** A session as responses show it. */
export function shownSession(seen: Seen, session: readonly SeenPlay[]): Record<string, unknown> {
  const [top] = ranked(seen, 'artists', session);
  return {
    started_at: new Date(startOf(session)).toISOString(),
    ended_at: new Date(session.at(-1)?.at ?? 0).toISOString(),
    length_ms: lengthOf(session),
    ...countsOf(session),
    top_artist: top ? { ...top.item, ...top.counts } : null,
  };
}

const BINS = [0, 15, 30, 60, 120, 240];

export function oracleSessions(own: Own) {
  return (seen: Seen): Record<string, unknown> => {
    const gap = Number(own.gap_minutes ?? 20);
    const limit = Number(own.limit ?? 50);
    const offset = Number(own.offset ?? 0);
    const sessions = sessionsOf(seen.through, gap).reverse();
    const lengths = sessions.map(lengthOf);
    // Sorting keeps the order of equal ones, which is newest first.
    if (own.sort === 'longest') sessions.sort((a, b) => lengthOf(b) - lengthOf(a));
    if (own.sort === 'most_plays') sessions.sort((a, b) => b.length - a.length);
    return {
      gap_minutes: gap,
      mean_session_ms: lengths.length === 0 ? 0 : round(lengths.reduce((sum, ms) => sum + ms, 0) / lengths.length, 0),
      longest_session_ms: Math.max(0, ...lengths),
      histogram: BINS.map((from_minutes, index) => {
        const to_minutes = BINS[index + 1] ?? null;
        const isIn = (ms: number): boolean => ms >= from_minutes * 60_000 && ms < (to_minutes ?? Infinity) * 60_000;
        return { from_minutes, to_minutes, session_count: lengths.filter(isIn).length };
      }),
      items: sessions.slice(offset, offset + limit).map((session) => shownSession(seen, session)),
      ...{ total: sessions.length, limit, offset },
    };
  };
}
