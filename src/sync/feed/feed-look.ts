import { isFuture } from './future-plays';

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
  /**
   * The feed is full of plays that are newer than the last known one: what came between is lost to it. From the end of
   * that play to the end of the oldest one that the feed has; null without such a gap.
   */
  gap: { from: Date; to: Date } | null;
  /** How long to wait until the next look: the schedule's interval, halved with every hole down to five minutes. */
  intervalMs: number;
  /** End of the newest play known now. */
  lastPlayedAt: Date | null;
}

/**
 * Judges the feed as a look found it.
 *
 * @param received its entries, those included that are no plays or are dated in the future
 * @param playedAt ends of its other plays, in any order
 */
export function judgeLook(received: number, playedAt: readonly Date[], former: FormerLook, now: Date): FeedLook {
  const times = playedAt.map((date) => date.getTime());
  // A play that was taken too early, by a former release or a wrong clock, would hide every gap until its time comes.
  const known = former.lastPlayedAt && !isFuture(former.lastPlayedAt, now) ? former.lastPlayedAt.getTime() : undefined;
  const newest = Math.max(known ?? Number.NEGATIVE_INFINITY, ...times);
  // At the first look everybody's feed is full.
  const gap =
    received >= FEED_LENGTH && known !== undefined && times.every((time) => time > known)
      ? { from: new Date(known), to: new Date(Math.min(now.getTime(), ...times)) }
      : null;
  const intervalMs = gap
    ? Math.max(SHORTEST_INTERVAL_MS, (former.intervalMs ?? USUAL_INTERVAL_MS) / 2)
    : USUAL_INTERVAL_MS;
  return {
    gap,
    intervalMs,
    lastPlayedAt: Number.isFinite(newest) ? new Date(newest) : null,
  };
}
