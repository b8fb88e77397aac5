import { platformId } from '../catalogue/base62';
import type { Catalogue, Track } from '../catalogue/catalogue.types';
import { Random } from '../random';
import type { Library, Listener, Play } from './listener.types';
import { isWeekend, MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE, offsetOfHour, startOfListenerDay } from './listener-day';
import { hourWeights } from './rhythm';
import { type DayMood, planSession, type Session } from './session';
import type { Taste } from './taste';

const PLAYS_PER_SESSION = 11;
const QUIET_DAYS = 0.06;
const BINGE_DAYS = 0.05;

/** How much of a track is heard, and how the play ends. */
interface Hearing {
  msPlayed: number;
  reasonEnd: string;
}

/**
 * Everything a listener plays on one of their days, in order: plays never overlap, none crosses the day's edges.
 * A function of seed, listener and day alone, so any day of any year can be made again by itself.
 */
export function playsOfDay(
  seed: number,
  listener: Listener,
  day: number,
  world: { taste: Taste; library: Library; catalogue: Catalogue },
): Play[] {
  const random = new Random(seed, 'day', listener.id, day);
  if (listener.playsPerDay === 0 || random.chance(QUIET_DAYS)) return [];
  const favourites = world.taste.favouritesOf(day);
  const mood: DayMood = { day, favourites, binge: random.chance(BINGE_DAYS) ? random.pick(favourites) : null };
  const weekend = isWeekend(day);
  const expected = listener.playsPerDay * (weekend ? listener.weekendFactor : 1) * (mood.binge ? 1.6 : 1);
  let remaining = Math.round(expected * random.between(0.45, 1.6));

  const dayStart = startOfListenerDay(listener, day);
  const lastEnd = dayStart + MS_PER_DAY - 1;
  const plays: Play[] = [];
  let cursor = dayStart;
  for (const start of sessionStarts(random, listener, weekend, remaining)) {
    const count = Math.min(remaining, random.integer(3, 2 * PLAYS_PER_SESSION - 3));
    cursor = Math.max(cursor + random.integer(20_000, 300_000), dayStart + start);
    const session = random.chance(listener.podcastShare)
      ? episode(random, day, cursor, world.catalogue, planSession(random, listener, world.taste, world.library, mood))
      : music(random, cursor, count, planSession(random, listener, world.taste, world.library, mood));
    for (const play of session) if (play.endedAt <= lastEnd) plays.push(play);
    cursor = session.at(-1)?.endedAt ?? cursor;
    remaining -= count;
    if (remaining <= 0 || cursor >= lastEnd) break;
  }
  return plays;
}

/** Offsets into the day at which the listener sits down, in order; more than enough for the plays expected. */
function sessionStarts(random: Random, listener: Listener, weekend: boolean, plays: number): number[] {
  const weights = hourWeights(listener.rhythm, weekend);
  const count = Math.ceil(plays / PLAYS_PER_SESSION) + 1;
  return Array.from(
    { length: count },
    () => offsetOfHour(random.weightedIndex(weights)) + random.integer(0, MS_PER_HOUR - 1),
  ).sort((left, right) => left - right);
}

function music(random: Random, start: number, count: number, session: Session): Play[] {
  const { context, shuffle, device, offline, incognito } = session;
  const plays: Play[] = [];
  let cursor = start;
  let reasonStart = context ? 'clickrow' : 'playbtn';
  for (let index = 0; index < count; index++) {
    const track = session.nextTrack(cursor);
    const { msPlayed, reasonEnd } = hearing(random, track, index === count - 1);
    const paused = random.chance(0.02) ? random.integer(5_000, 6 * MS_PER_MINUTE) : 0;
    // Even a play of nothing takes a moment, so that no two plays end at the same instant.
    const endedAt = cursor + Math.max(msPlayed, random.integer(250, 900)) + paused;
    plays.push({
      kind: 'music',
      track,
      startedAt: cursor,
      endedAt,
      msPlayed,
      context,
      device,
      reasonStart,
      reasonEnd,
      shuffle,
      skipped: reasonEnd === 'fwdbtn' || reasonEnd === 'backbtn',
      offline,
      incognito,
    });
    cursor = endedAt + random.integer(40, 900);
    reasonStart = reasonEnd === 'endplay' ? 'clickrow' : reasonEnd;
  }
  return plays;
}

function hearing(random: Random, track: Track, last: boolean): Hearing {
  const whole = { msPlayed: track.durationMs, reasonEnd: 'trackdone' };
  const part = (low: number, high: number, reasonEnd: string) => ({ msPlayed: random.integer(low, high), reasonEnd });
  if (last) {
    return random.chance(0.5)
      ? whole
      : part(30_000, track.durationMs, random.pick(['endplay', 'logout', 'unexpected-exit', 'remote']));
  }
  const roll = random.next();
  if (roll < 0.76) return whole;
  if (roll < 0.87) return part(30_000, track.durationMs, 'fwdbtn');
  if (roll < 0.97) return part(900, 29_999, 'fwdbtn');
  if (roll < 0.985) return part(1_000, 29_999, 'backbtn');
  return roll < 0.99 ? { msPlayed: 0, reasonEnd: 'fwdbtn' } : part(30_000, track.durationMs, 'endplay');
}

function episode(random: Random, day: number, startedAt: number, catalogue: Catalogue, session: Session): Play[] {
  const show = random.pick(catalogue.shows);
  const number = Math.max(1, Math.floor((day - 16_000) / 7)) - random.integer(0, 3);
  const durationMs = random.integer(18, 70) * MS_PER_MINUTE;
  const whole = random.chance(0.6);
  const msPlayed = whole ? durationMs : random.integer(2 * MS_PER_MINUTE, durationMs);
  return [
    {
      kind: 'episode',
      show,
      episode: {
        id: platformId(new Random('episode', show.id, number)),
        name: `Episode ${Math.max(1, number)}`,
        durationMs,
      },
      startedAt,
      endedAt: startedAt + msPlayed,
      msPlayed,
      context: null,
      device: session.device,
      reasonStart: 'clickrow',
      reasonEnd: whole ? 'trackdone' : 'endplay',
      shuffle: false,
      skipped: false,
      offline: session.offline,
      incognito: false,
    },
  ];
}
