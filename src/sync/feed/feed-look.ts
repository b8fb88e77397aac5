/** Plays that the platform's recently-played feed holds at most. */
export const FEED_LENGTH = 50;

/** How often the schedule looks at each user's feed. */
const USUAL_INTERVAL_MS = 15 * 60_000;
const SHORTEST_INTERVAL_MS = 5 * 60_000;

/** What was known before a look at the feed. */
export interface FormerLook {
  /** End of the newest play that the feed has told so far; null before the first look. */
  lastPlayedAt: Date | null;
  /** Null before the first look. */
  intervalMs: number | null;
}

/** What a look at the feed means. */
export interface FeedLook {
  /** The feed gave as many plays as it can, all of them new: what came between them and the last known one is lost. */
  hasHole: boolean;
  /** How long to wait until the next look: the schedule's interval, halved with every full page down to five minutes. */
  intervalMs: number;
  /** The next look should come before the schedule's. */
  isSooner: boolean;
  /** End of the newest play known now. */
  lastPlayedAt: Date | null;
}

/**
 * Judges a page of plays that ended after the last known one.
 *
 * @param received entries of the page, those that are no plays included
 * @param playedAt ends of its plays, in any order
 */
export function judgeLook(received: number, playedAt: readonly Date[], former: FormerLook): FeedLook {
  const times = playedAt.map((date) => date.getTime());
  const known = former.lastPlayedAt?.getTime();
  const newest = Math.max(known ?? Number.NEGATIVE_INFINITY, ...times);
  // At the first look everybody's feed is full.
  const isFilling = received >= FEED_LENGTH && known !== undefined;
  const intervalMs = isFilling
    ? Math.max(SHORTEST_INTERVAL_MS, (former.intervalMs ?? USUAL_INTERVAL_MS) / 2)
    : USUAL_INTERVAL_MS;
  return {
    hasHole: isFilling && times.every((time) => time > known),
    intervalMs,
    isSooner: isFilling,
    lastPlayedAt: Number.isFinite(newest) ? new Date(newest) : null,
  };
}
