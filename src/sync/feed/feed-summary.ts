import type { Outcome } from '../../history/matching/reported-play';
import type { FeedLook } from './feed-look';

const HOLE = 'hole: more than 50 plays since the last look; load your export to fill it';

/** Entries of the feed that were not taken. */
export interface LeftOut {
  /** No tracks of the platform. */
  skipped: number;
  /** Dated in the future. */
  future: number;
}

/** What a look at the feed has brought, in words for its user. */
export function summaryOf(outcomes: readonly Outcome[], { skipped, future }: LeftOut, look: FeedLook): string {
  const added = outcomes.filter((outcome) => outcome === 'stored').length;
  const known = outcomes.length - added;
  const counts = [
    added === 0 ? 'no new plays' : `${added} new ${added === 1 ? 'play' : 'plays'}`,
    ...(known === 0 ? [] : [`${known} known already`]),
    ...(skipped === 0 ? [] : [`${skipped} skipped, not tracks of the platform`]),
    ...(future === 0
      ? []
      : [`${future} dated in the future, stored when ${future === 1 ? 'its' : 'their'} time has come`]),
  ].join(', ');
  return look.gap ? `${counts}; ${HOLE}` : counts;
}
