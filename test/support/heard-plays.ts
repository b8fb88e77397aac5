import { DAY_MS, HOUR_MS } from '../../src/common/durations';
import { buildCatalogue } from '../../src/sandbox/catalogue/catalogue';
import type { MusicPlay, Play } from '../../src/sandbox/listeners/listener.types';
import { Listening } from '../../src/sandbox/listeners/listening';
import { Roster } from '../../src/sandbox/listeners/roster';
import { DEFAULT_SEED } from '../../src/sandbox/world';
import type { LinkedListener } from './sync-jobs';
import type { TestApp } from './test-app';

/** The feed lists nothing shorter. */
const SHORTEST_IN_FEED_MS = 30_000;
const FEED_LENGTH = 50;

const listening = new Listening(DEFAULT_SEED, buildCatalogue(DEFAULT_SEED));
const roster = new Roster(DEFAULT_SEED);

/** A stored play, as far as these tests look at it. */
export interface PlayRow {
  track: { platform_id: string };
  played_at: Date;
  ms_played: number | null;
  seen: Record<string, Date | undefined>;
}

/** What a listener of the sandbox plays in a range, made without asking the sandbox. */
export function playsOf(name: string, from: number, to: number): Play[] {
  const listener = roster.find(name);
  if (listener === undefined) throw new Error(`There is no listener ${name}`);
  return listening.playsBetween(listener, from, to);
}

/** The same without episodes. */
export function musicOf(name: string, from: number, to: number): MusicPlay[] {
  return playsOf(name, from, to).filter((play): play is MusicPlay => play.kind === 'music');
}

/** Those of them that are long enough for the platform's feed. */
export function heardBy(name: string, from: number, to: number): MusicPlay[] {
  return musicOf(name, from, to).filter(({ msPlayed }) => msPlayed >= SHORTEST_IN_FEED_MS);
}

/**
 * An instant some days ago after which none of some listeners of the sandbox plays anything for an hour.
 *
 * @param every which instants there are to choose from: the hours, or with `DAY_MS` the midnights (UTC)
 */
export function quietInstant(names: readonly string[], every = HOUR_MS): number {
  let at = Math.floor(Date.now() / every) * every - 2 * DAY_MS;
  while (names.some((name) => playsOf(name, at, at + HOUR_MS).length > 0)) at -= every;
  return at;
}

/**
 * Those of some plays, oldest first, that a look at the feed finds: the newest fifty that have reached the platform.
 *
 * @param offlineDelayMs how long after its end a play heard offline reaches it
 */
export function inFeedAt(heard: readonly MusicPlay[], at: number, offlineDelayMs: number): MusicPlay[] {
  return heard.filter(({ endedAt, offline }) => endedAt + (offline ? offlineDelayMs : 0) <= at).slice(-FEED_LENGTH);
}

/** A play as text, so that lists of plays can be compared. */
export function playLine(trackId: string, endedAt: number): string {
  return `${new Date(endedAt).toISOString()} ${trackId}`;
}

export function linesOf(plays: readonly MusicPlay[]): string[] {
  return plays.map(({ track, endedAt }) => playLine(track.id, endedAt));
}

export function linesOfRows(rows: readonly PlayRow[]): string[] {
  return rows.map(({ track, played_at }) => playLine(track.platform_id, played_at.getTime()));
}

/** All of a user's stored plays, oldest first. */
export function storedPlays(api: TestApp, { userId }: LinkedListener): Promise<PlayRow[]> {
  return api.db.collection<PlayRow>('listening_history').find({ user_id: userId }).sort({ played_at: 1 }).toArray();
}

/** When the first of them ended. */
export function oldestOf(rows: readonly PlayRow[]): number {
  const [first] = rows;
  if (first === undefined) throw new Error('The first sync has stored no plays');
  return first.played_at.getTime();
}

/** What of `expected` is not in `actual`, and the other way round, each as often as it is; both empty for equal lists. */
export function differences(
  actual: readonly string[],
  expected: readonly string[],
): { lost: string[]; added: string[] } {
  return { lost: without(expected, actual), added: without(actual, expected) };
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}
