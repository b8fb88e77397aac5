import type { Day } from '../../common/days';

/** One track's plays on a day; a track played under two albums or artists has an entry for each. */
export interface TrackPlays {
  platform_id: string;
  name: string;
  artist_name: string;
  album_name: string;
  count: number;
  /** Milliseconds of listening. */
  ms: number;
  /** The end of the last of them, to the second; former versions did not keep it. */
  last_played_at?: Date;
}

export interface HourPlays {
  /** 0 to 23, in the user's zone. */
  hour: number;
  count: number;
  ms: number;
}

/** One user's day of listening, as stored. */
export interface DailyRollup {
  user_id: string;
  date: Day;
  /** 0 Monday to 6 Sunday. */
  day_of_week: number;
  total_plays: number;
  total_ms: number;
  /** The hours with plays, in order. */
  hourly: HourPlays[];
  /** Plays by artist name. A Map, because names hold dots, dollar signs and `__proto__`. */
  artist_plays: Map<string, number>;
  /** Plays by album name, over all artists with an album of that name. */
  album_plays: Map<string, number>;
  track_plays: TrackPlays[];
  /** The zone whose midnights bound the day. */
  timezone: string;
}
