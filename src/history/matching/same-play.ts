import type { Play, PlaySource } from '../play.schema';
import { MINUTE_MS } from '../../common/durations';

/** The more exact a source's times, the earlier: the feed tells milliseconds, account data minutes. */
const BY_EXACTNESS: readonly PlaySource[] = ['api', 'extended', 'account'];

/**
 * How far the time of a row can lie from the time under which any one source reported it: each of two matches can move
 * it by a minute.
 */
export const FURTHEST_MOVE_MS = 2 * MINUTE_MS;

/** The source that set the row's time: the most exact of those that reported it. */
export function mostExactSource(row: Pick<Play, 'seen'>): PlaySource {
  return BY_EXACTNESS.find((source) => row.seen[source] !== undefined) ?? 'account';
}

export function isMoreExact(source: PlaySource, than: PlaySource): boolean {
  return BY_EXACTNESS.indexOf(source) < BY_EXACTNESS.indexOf(than);
}

/**
 * Whether a row's time and that of a report from another source can be of one play: within 60 s of each other, or,
 * where one of them is account data, the other's within the minute that it names.
 */
export function timesMatch(row: Pick<Play, 'seen' | 'played_at'>, source: PlaySource, playedAt: number): boolean {
  const later = playedAt - row.played_at.getTime();
  if (source === 'account') return later <= 0 && later > -MINUTE_MS;
  if (mostExactSource(row) === 'account') return later >= 0 && later < MINUTE_MS;
  return Math.abs(later) <= MINUTE_MS;
}
