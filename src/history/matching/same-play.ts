import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../common/durations';
import type { PlaySource } from '../play-source';
import type { Report } from './report';
import type { TimeRange } from './time-ranges';

/** How far apart the feed and the extended history can date one play. */
const WINDOW_MS = MINUTE_MS;
/** The feed reports a play again under a time that is less than this later; other sources repeat one within a second. */
export const REPEATED_WITHIN_MS = 2 * SECOND_MS;
/** No play is taken for one that began longer before its end. */
const LONGEST_PLAY_MS = 2 * HOUR_MS;

/** Two matches can each move a row by a minute. */
const REACH_MS = 2 * WINDOW_MS;

/** Whether two reports name one track: by an id, or by its own and its artist's name. */
export function isSameTrack(a: Report, b: Report): boolean {
  if (a.names !== null && a.names === b.names) return true;
  return shareId(a, b);
}

function shareId(a: Report, b: Report): boolean {
  const id = a.trackId ?? a.resolvedId;
  return id !== null && (id === b.trackId || id === b.resolvedId);
}

/**
 * Whether two reports of one source are of the same play: the same track at the same time. The feed may report a play
 * again a moment later; a track that was relinked can stand in the extended history under two ids at one second; account
 * data has two plays in one minute where the times listened differ.
 */
export function isRepeated(a: Report, b: Report): boolean {
  if (!isSameTrack(a, b)) return false;
  const apart = Math.abs(a.time - b.time);
  switch (a.source) {
    case 'api':
      return isFeedRepeat(a.time, b.time);
    case 'extended':
      return apart === 0 || (isRelinked(a, b) && secondOf(a) === secondOf(b));
    case 'account':
      return apart === 0 && (a.msPlayed === b.msPlayed || a.msPlayed === undefined || b.msPlayed === undefined);
  }
}

/** Whether the feed can have given both times for one play. */
export function isFeedRepeat(a: number, b: number): boolean {
  return Math.abs(a - b) < REPEATED_WITHIN_MS;
}

function isRelinked(a: Report, b: Report): boolean {
  return a.trackId !== null && b.trackId !== null && a.trackId !== b.trackId;
}

function secondOf({ time }: Report): number {
  return Math.floor(time / SECOND_MS);
}

/** Whether two exact sources can have dated the end of one play so. */
export function areEndsNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= WINDOW_MS;
}

/** Whether a time lies in the minute that account data gives. */
export function isInMinute(time: number, minute: number): boolean {
  return time >= minute && time < minute + MINUTE_MS;
}

/**
 * Whether the feed has dated by its start a play that another source dates by its end.
 * @param length of the play, ms
 */
export function isStartOf(feed: Report, other: Report, length: number): boolean {
  if (length > LONGEST_PLAY_MS) return false;
  const end = feed.time + length;
  return other.source === 'account' ? isInMinute(end, other.time) : areEndsNear(end, other.time);
}

/** How long a play was, as far as one of its reports knows; 0 where it does not. */
export function lengthOf({ msPlayed, durationMs }: Report): number {
  return msPlayed ?? durationMs;
}

/** Where the end of a row can lie that a report is of, or that has a say in which row that is. */
export function reachOf(report: Report): TimeRange {
  const back = report.source === 'api' ? 0 : lengthFrom(report);
  // A row that the feed has dated by its start ends that much later.
  return { from: report.time - back - REACH_MS, to: report.time + LONGEST_PLAY_MS + REACH_MS };
}

/** How long before its end the feed can have dated a play. */
function lengthFrom(report: Report): number {
  return Math.min(lengthOf(report), LONGEST_PLAY_MS);
}

/** Which sources have a say in what reports of one track are of the same play. */
export type SourcesInvolved = ReadonlySet<PlaySource>;

/** Two reports of one track whose spans do not overlap have nothing to do with each other. */
export function spanOf(report: Report, sources: SourcesInvolved): TimeRange {
  const { source, time } = report;
  if (sources.size === 1) return { from: time - REPEATED_WITHIN_MS / 2, to: time + REPEATED_WITHIN_MS / 2 };
  const canBeginInFeed = sources.has('api');
  const back = canBeginInFeed && source !== 'api' ? lengthFrom(report) : 0;
  const ahead = source === 'account' ? MINUTE_MS : 0;
  return { from: time - back - WINDOW_MS / 2, to: time + ahead + WINDOW_MS / 2 };
}
