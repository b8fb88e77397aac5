import type { Outcome } from '../../history/matching/reported-play';
import type { FeedLook } from './feed-look';

const HOLE = 'hole: more than 50 plays since the last look; load your export to fill it';

/** What a look at the feed has brought, in words for its user. */
export function summaryOf(outcomes: readonly Outcome[], skipped: number, look: FeedLook): string {
  const added = outcomes.filter((outcome) => outcome === 'stored').length;
  const known = outcomes.length - added;
  const counts = [
    added === 0 ? 'no new plays' : `${added} new ${added === 1 ? 'play' : 'plays'}`,
    ...(known === 0 ? [] : [`${known} known already`]),
    ...(skipped === 0 ? [] : [`${skipped} skipped, not tracks of the platform`]),
  ].join(', ');
  return look.hasHole ? `${counts}; ${HOLE}` : counts;
}
