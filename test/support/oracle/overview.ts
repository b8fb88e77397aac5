import { addDays, wallClock, weekday, type Day } from './local-time';
import { localPlays, playsOfPeriod, type LocalPlay, type OraclePeriod } from './period';
import type { OracleState } from './types';

export interface OracleTopItem {
  rank: number;
  name: string;
  /** The artist, in lists of tracks and albums. */
  artist: string;
  /** The track id, in the list of tracks. */
  platform_id: string;
  play_count: number;
  total_ms: number;
}

export interface OracleTops {
  artists: OracleTopItem[];
  tracks: OracleTopItem[];
  albums: OracleTopItem[];
}

/** The figures of the overview that the history alone decides; genres and audio features need the catalogue. */
export interface OracleOverview {
  period: OraclePeriod;
  total_tracks_played: number;
  total_ms_played: number;
  total_hours: number;
  unique_tracks: number;
  unique_artists: number;
  unique_albums: number;
  listening_streak_days: number;
  /** Ten entries each, as the overview shows. */
  top10: OracleTops;
  /** A hundred entries each, as the snapshot keeps. */
  top100: OracleTops;
  hourly_distribution: { hour: number; plays: number; total_ms: number }[];
  daily_distribution: { day: string; plays: number; total_ms: number }[];
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** More plays first, then more listening time, then by name; artist and id only so that the order is always one. */
function compare(a: OracleTopItem, b: OracleTopItem): number {
  if (a.play_count !== b.play_count) return b.play_count - a.play_count;
  if (a.total_ms !== b.total_ms) return b.total_ms - a.total_ms;
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  if (a.artist !== b.artist) return a.artist < b.artist ? -1 : 1;
  return a.platform_id < b.platform_id ? -1 : 1;
}

/** Counts plays under a key; what has no name is left out. */
function rank(
  plays: readonly LocalPlay[],
  entryOf: (play: LocalPlay) => { key: string; name: string; artist: string; platform_id: string },
): OracleTopItem[] {
  const items = new Map<string, OracleTopItem>();
  for (const play of plays) {
    const { key, ...entry } = entryOf(play);
    if (entry.name.trim() === '') continue;
    const item = items.get(key) ?? { rank: 0, ...entry, play_count: 0, total_ms: 0 };
    item.play_count += 1;
    item.total_ms += play.ms;
    items.set(key, item);
  }
  return [...items.values()].sort(compare).map((item, index) => ({ ...item, rank: index + 1 }));
}

/** Days in a row with a play, back from today, or from yesterday while today has none. */
function streak(days: ReadonlySet<Day>, today: Day): number {
  let day = days.has(today) ? today : addDays(today, -1);
  let length = 0;
  while (days.has(day)) {
    length += 1;
    day = addDays(day, -1);
  }
  return length;
}

function shares(plays: readonly LocalPlay[], slots: number, slotOf: (play: LocalPlay) => number) {
  const counted = Array.from({ length: slots }, (_, slot) => ({ slot, plays: 0, total_ms: 0 }));
  for (const play of plays) {
    const share = counted[slotOf(play)];
    if (share === undefined) throw new Error(`There are only ${slots} slots`);
    share.plays += 1;
    share.total_ms += play.ms;
  }
  return counted;
}

/** The overview of a period in a zone, counted afresh from the rows. */
export function oracleOverview(state: OracleState, zone: string, period: OraclePeriod, now: Date): OracleOverview {
  const all = localPlays(state, zone);
  const plays = playsOfPeriod(all, zone, period, now);
  let totalMs = 0;
  for (const play of plays) totalMs += play.ms;
  const artists = rank(plays, ({ row }) => ({ key: row.artist, name: row.artist, artist: '', platform_id: '' }));
  const tracks = rank(plays, ({ row }) => ({
    key: row.trackId,
    name: row.name,
    artist: row.artist,
    platform_id: row.trackId,
  }));
  const albums = rank(plays, ({ row }) => ({
    key: JSON.stringify([row.album, row.artist]),
    name: row.album,
    artist: row.artist,
    platform_id: '',
  }));
  const top = (length: number): OracleTops => ({
    artists: artists.slice(0, length),
    tracks: tracks.slice(0, length),
    albums: albums.slice(0, length),
  });
  return {
    period,
    total_tracks_played: plays.length,
    total_ms_played: totalMs,
    total_hours: Math.round(totalMs / 360_000) / 10,
    unique_tracks: tracks.length,
    unique_artists: artists.length,
    unique_albums: albums.length,
    listening_streak_days: streak(new Set(all.map(({ day }) => day)), wallClock(zone)(now.getTime()).day),
    top10: top(10),
    top100: top(100),
    hourly_distribution: shares(plays, 24, ({ hour }) => hour).map(({ slot, ...rest }) => ({ hour: slot, ...rest })),
    daily_distribution: shares(plays, 7, ({ day }) => weekday(day)).map(({ slot, ...rest }) => ({
      day: WEEKDAYS[slot] ?? '',
      ...rest,
    })),
  };
}

/** The days that roll-ups exist for: those with a play, oldest first. */
export function oracleDays(state: OracleState, zone: string): Day[] {
  return [...new Set(localPlays(state, zone).map(({ day }) => day))].sort();
}
