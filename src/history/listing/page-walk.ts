import type { PageRange } from '../../common/pagination';
import type { PlayCount } from './play-counts.service';

/**
 * How a page of plays is read: from an end of the history or a landmark, past some plays, to those of the page. It stays
 * between two landmarks, since some servers sort all plays that a filter meets before they give the first.
 */
export interface PageWalk extends PageRange {
  /** Whether it goes from older plays to newer ones. */
  isRising: boolean;
  /** The plays between the landmarks around the page. */
  playedAt?: { $gt?: Date; $lte?: Date };
}

/** The walk to a page, newest plays first, that passes over the fewest plays. */
export function shortestWalk({ skip, limit }: PageRange, { plays, isMoving, landmarks }: PlayCount): PageWalk {
  if (isMoving) return { isRising: false, skip, limit };
  // Both are counted from the oldest play.
  const end = plays - skip;
  const start = Math.max(0, end - limit);
  const before = landmarks.findLast(({ n }) => n <= start);
  const behind = landmarks.find(({ n }) => n >= end);
  const rise = start - (before?.n ?? 0);
  const fall = (behind?.n ?? plays) - end;
  const playedAt = { ...(before && { $gt: before.played_at }), ...(behind && { $lte: behind.played_at }) };
  const within = before === undefined && behind === undefined ? {} : { playedAt };
  return rise < fall
    ? { isRising: true, skip: rise, limit: end - start, ...within }
    : { isRising: false, skip: fall, limit, ...within };
}
