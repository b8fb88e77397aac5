import { objectOf, optionalTextOf } from '../answer-reader';
import { isObject, listOf, optionalDateOf, optionalObjectOf, readItems } from './fields';
import { type PlatformTrack, readTrack } from './track';

/** One play of a track, as the recently-played feed tells it. */
export interface PlatformPlay {
  track: PlatformTrack;
  /** When the play ended, to the millisecond. */
  playedAt: Date;
  /** playlist, album or artist; "" for a play without a context. */
  contextType: string;
  contextUri: string;
}

/** One look at the recently-played feed. */
export interface RecentlyPlayed {
  /** Newest first. */
  plays: PlatformPlay[];
  /** Entries in the answer, those skipped included. */
  received: number;
  /** Entries that were no play of a track with an id and a time. */
  skipped: number;
}

/** @throws PlatformAnswerUnexpected when the answer is not an object */
export function readRecentlyPlayed(body: unknown): RecentlyPlayed {
  const entries = listOf(objectOf(body, 'the recently-played feed'), 'items');
  const { items, skipped } = readItems(entries, readPlay);
  return { plays: items, received: entries.length, skipped };
}

function readPlay(value: unknown): PlatformPlay | null {
  if (!isObject(value)) return null;
  const track = readTrack(value.track);
  const playedAt = optionalDateOf(value, 'played_at');
  if (track === null || playedAt === null) return null;
  const context = optionalObjectOf(value, 'context');
  return {
    track,
    playedAt,
    contextType: optionalTextOf(context, 'type'),
    contextUri: optionalTextOf(context, 'uri'),
  };
}
