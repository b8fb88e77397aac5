import type { Catalogue } from '../catalogue/catalogue.types';
import { playsOfDay } from './day-plays';
import { libraryOf } from './library';
import type { Library, Listener, MusicPlay, Play } from './listener.types';
import { listenerDayOf } from './listener-day';
import { Taste } from './taste';

/** The feed lists nothing shorter. */
const SHORTEST_IN_FEED_MS = 30_000;

/** Listeners listen every few days at least; who has no play in this many has none at all. */
const LONGEST_SILENCE_DAYS = 60;

/** A year of one listener, and the present of many. */
const DAYS_KEPT = 500;

/** Everything listeners have played and will play. A day is made when it is asked for, and kept for a while. */
export class Listening {
  private readonly worlds = new WeakMap<Listener, { taste: Taste; library: Library; catalogue: Catalogue }>();
  private readonly days = new Map<string, readonly Play[]>();

  constructor(
    private readonly seed: number,
    readonly catalogue: Catalogue,
  ) {}

  /** Plays that end at `from` or later and before `to` (Unix milliseconds), oldest first. */
  playsBetween(listener: Listener, from: number, to: number): Play[] {
    const plays: Play[] = [];
    if (listener.playsPerDay === 0 || to <= from) return plays;
    const lastDay = listenerDayOf(listener, to - 1);
    for (let day = listenerDayOf(listener, from); day <= lastDay; day++) {
      for (const play of this.playsOfDay(listener, day)) {
        if (play.endedAt >= from && play.endedAt < to) plays.push(play);
      }
    }
    return plays;
  }

  /** All plays of one of the listener's days, see `listenerDayOf`. */
  playsOfDay(listener: Listener, day: number): readonly Play[] {
    const key = `${listener.id}/${day}`;
    const known = this.days.get(key);
    if (known) return known;
    if (this.days.size >= DAYS_KEPT) this.days.clear();
    const plays = playsOfDay(this.seed, listener, day, this.worldOf(listener));
    this.days.set(key, plays);
    return plays;
  }

  /**
   * The recently-played feed at an instant: the last `count` tracks heard for 30 s or more, newest first.
   *
   * @param offlineDelayMs how long after its end a play heard offline reaches the platform
   */
  feedAt(listener: Listener, now: number, count: number, offlineDelayMs = 0): MusicPlay[] {
    const feed: MusicPlay[] = [];
    const today = listenerDayOf(listener, now);
    for (let day = today; day > today - LONGEST_SILENCE_DAYS && feed.length < count; day--) {
      const heard = this.playsOfDay(listener, day).filter(
        (play): play is MusicPlay =>
          play.kind === 'music' &&
          play.msPlayed >= SHORTEST_IN_FEED_MS &&
          play.endedAt + (play.offline ? offlineDelayMs : 0) <= now,
      );
      feed.push(...heard.reverse());
    }
    return feed.slice(0, count);
  }

  /** What the listener keeps on the platform. */
  libraryOf(listener: Listener): Library {
    return this.worldOf(listener).library;
  }

  private worldOf(listener: Listener) {
    const known = this.worlds.get(listener);
    if (known) return known;
    const taste = new Taste(this.seed, listener, this.catalogue);
    const library = libraryOf(this.seed, listener, taste, this.catalogue);
    const world = { taste, library, catalogue: this.catalogue };
    this.worlds.set(listener, world);
    return world;
  }
}
