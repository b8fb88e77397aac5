import type { Artist, Track } from '../catalogue/catalogue.types';
import type { Listener } from './listener.types';
import { listenerDayOf } from './listener-day';
import type { Listening } from './listening';

/** The platform's three ranges: about four weeks, six months and a year. */
const RANGES = {
  short_term: { days: 28, everyDays: 1 },
  medium_term: { days: 182, everyDays: 3 },
  long_term: { days: 365, everyDays: 6 },
} as const;

const KEPT = 200;
const CACHED = 5_000;

export type TimeRange = keyof typeof RANGES;

export interface TopItems {
  artists: Artist[];
  tracks: Track[];
}

export function isTimeRange(text: string): text is TimeRange {
  return Object.hasOwn(RANGES, text);
}

/** What listeners love most. The platform calls it affinity: long ranges look at some of the days, not at all. */
export class TopLists {
  private readonly cache = new Map<string, TopItems>();

  constructor(private readonly listening: Listening) {}

  /** Top artists and tracks of the days before the one in which `now` lies. */
  of(listener: Listener, range: TimeRange, now: number): TopItems {
    const today = listenerDayOf(listener, now);
    const key = `${listener.id}/${range}/${today}`;
    const known = this.cache.get(key);
    if (known) return known;
    if (this.cache.size >= CACHED) this.cache.clear();
    const items = this.rank(listener, range, today);
    this.cache.set(key, items);
    return items;
  }

  private rank(listener: Listener, range: TimeRange, today: number): TopItems {
    const { days, everyDays } = RANGES[range];
    const artists = new Map<Artist, number>();
    const tracks = new Map<Track, number>();
    for (let day = today - days; day < today; day += everyDays) {
      for (const play of this.listening.playsOfDay(listener, day)) {
        if (play.kind !== 'music' || play.msPlayed < 30_000) continue;
        tracks.set(play.track, (tracks.get(play.track) ?? 0) + 1);
        for (const artist of play.track.artists) artists.set(artist, (artists.get(artist) ?? 0) + 1);
      }
    }
    return { artists: ranked(artists), tracks: ranked(tracks) };
  }
}

function ranked<Item extends { id: string }>(counts: ReadonlyMap<Item, number>): Item[] {
  return [...counts]
    .sort(([left, leftCount], [right, rightCount]) => rightCount - leftCount || (left.id < right.id ? -1 : 1))
    .slice(0, KEPT)
    .map(([item]) => item);
}
