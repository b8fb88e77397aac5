import { createHash } from 'node:crypto';
import type { Day } from '../../common/days';
import { matchKey } from '../../common/text';
import type { Heard, Song } from './heard';
import type { SeedType } from './seeds';
import type { Taste } from './taste';

/** A favourite counts as one that is not heard any more after so many days, and any track as one not heard of late. */
export const FORGOTTEN_AFTER_DAYS = 90;

/** A track that could be recommended. */
export interface Candidate<Track extends Song> {
  track: Track;
  /** Of all its artists. */
  genres: readonly string[];
  /** Of an album that was begun and not finished: the share of its tracks that was heard. Else 0. */
  albumShare: number;
}

/** Whose recommendations they are, and of which day. */
export interface Draw {
  userId: string;
  day: Day;
}

/** What each reason for a recommendation weighs, by what the seeds are. */
const WEIGHTS: Readonly<Record<SeedType, { artist: number; genre: number; favourite: number; album: number }>> = {
  artists: { artist: 1, genre: 0, favourite: 0, album: 0.5 },
  tracks: { artist: 0.3, genre: 0, favourite: 1, album: 0.7 },
  genres: { artist: 0, genre: 1, favourite: 0, album: 0 },
  mixed: { artist: 0.6, genre: 0.4, favourite: 0.6, album: 0.6 },
};

const HEARD_OF_LATE_FACTOR = 0.5;
const WIDTH_OF_DRAW = 0.6;

/**
 * How well a track fits a user on a day; 0 for one that has nothing to do with the seeds.
 *
 *     score = (wa·A + wg·G + wf·F + wb·B) · N · D
 *
 * - A: how much the user likes the best liked of its artists, 0 to 1 (see {@link Taste})
 * - G: the same for its genres
 * - F: how much they like the track itself, when it was not heard for 90 days; else 0
 * - B: the share of its album that was heard, when the album was begun and not finished and the track was not heard
 *   of late; else 0
 * - N: 1/2 for a track heard in the last 90 days, else 1
 * - D: a draw from 0.7 to 1.3, made of user, day and track: every day brings another choice, and all day the same
 * - w: the weights of the type of seeds
 */
export function scoreOf<Track extends Song>(
  { track, genres, albumShare }: Candidate<Track>,
  taste: Taste,
  heard: Heard,
  seedType: SeedType,
  draw: Draw,
): number {
  const weights = WEIGHTS[seedType];
  const isForgotten = heard.daysSince(track) >= FORGOTTEN_AFTER_DAYS;
  const artist = best(track.artists.map(({ name }) => taste.artists.get(matchKey(name))));
  const genre = best(genres.map((name) => taste.genres.get(name)));
  const favourite = isForgotten ? (taste.tracks.get(track.platform_id) ?? 0) : 0;
  const album = isForgotten ? albumShare : 0;
  const fit = weights.artist * artist + weights.genre * genre + weights.favourite * favourite + weights.album * album;
  const drawn = 1 + WIDTH_OF_DRAW * (unitOf(draw.userId, draw.day, track.platform_id) - 0.5);
  return fit * (isForgotten ? 1 : HEARD_OF_LATE_FACTOR) * drawn;
}

/** The tracks that fit, best first; of two that fit alike the first by id. */
export function ranked<Track extends Song>(
  candidates: readonly Candidate<Track>[],
  taste: Taste,
  heard: Heard,
  seedType: SeedType,
  draw: Draw,
): Track[] {
  return candidates
    .map((candidate) => ({ track: candidate.track, score: scoreOf(candidate, taste, heard, seedType, draw) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.track.platform_id < b.track.platform_id ? -1 : 1))
    .map(({ track }) => track);
}

/** A number from 0 up to 1 that texts decide on. */
export function unitOf(...texts: string[]): number {
  return createHash('sha256').update(texts.join('\n')).digest().readUInt32BE() / 2 ** 32;
}

function best(likes: readonly (number | undefined)[]): number {
  return Math.max(0, ...likes.map((like) => like ?? 0));
}
