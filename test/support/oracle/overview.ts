import { identities, type OracleCatalogue } from './identity';
import { addDays, wallClock, weekday, type Day } from './local-time';
import { fold } from './names';
import { localPlays, playsOfPeriod, type LocalPlay, type OraclePeriod } from './period';
import type { OracleState } from './types';

export interface OracleTopItem {
  rank: number;
  name: string;
  /** The artist, in the lists of tracks and albums. */
  artist: string;
  /** Of a track its id; else the catalogue's id, '' where it has none. */
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

const NO_CATALOGUE: OracleCatalogue = new Map();
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** More plays first, then more listening time, then by name; artist and id only so that the order is always one. */
function compare(a: OracleTopItem, b: OracleTopItem): number {
  if (a.play_count !== b.play_count) return b.play_count - a.play_count;
  if (a.total_ms !== b.total_ms) return b.total_ms - a.total_ms;
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  if (a.artist !== b.artist) return a.artist < b.artist ? -1 : 1;
  return a.platform_id < b.platform_id ? -1 : 1;
}

/** What a play says of what it is counted under. */
interface Entry {
  /** '' for what is not counted. */
  key: string;
  /** What it is called: by this play, or by the catalogue where the play does not say; '' where neither does. */
  name: string;
  isOfPlay: boolean;
  artist: string;
  platform_id: string;
}

/** Counts plays under a key, and calls it as the newest of them does. */
function rank(
  plays: readonly LocalPlay[],
  entryOf: (play: LocalPlay) => Entry,
  countsUnnamed = false,
): OracleTopItem[] {
  const items = new Map<string, { item: OracleTopItem; namedAt: number }>();
  for (const play of plays) {
    const { key, isOfPlay, ...entry } = entryOf(play);
    if (key === '') continue;
    const namedAt = isOfPlay ? Math.floor(play.row.playedAt / 1000) : 0;
    const counted = items.get(key) ?? { item: { rank: 0, ...entry, play_count: 0, total_ms: 0 }, namedAt };
    items.set(key, counted);
    const { item } = counted;
    item.play_count += 1;
    item.total_ms += play.ms;
    const isNewer = namedAt > counted.namedAt || (namedAt === counted.namedAt && entry.name < item.name);
    const isSame = namedAt === counted.namedAt && entry.name === item.name && entry.artist < item.artist;
    if (!isNewer && !isSame) continue;
    Object.assign(item, entry);
    counted.namedAt = namedAt;
  }
  return [...items.values()]
    .map(({ item }) => item)
    .filter(({ name }) => countsUnnamed || fold(name) !== '')
    .sort(compare)
    .map((item, index) => ({ ...item, rank: index + 1 }));
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

/**
 * The overview of a period in a zone, counted afresh from the rows.
 * @param catalogue whose the tracks are, where that is known
 */
export function oracleOverview(
  state: OracleState,
  zone: string,
  period: OraclePeriod,
  now: Date,
  catalogue: OracleCatalogue = NO_CATALOGUE,
): OracleOverview {
  const all = localPlays(state, zone);
  const plays = playsOfPeriod(all, zone, period, now);
  const identityOf = identities(all, catalogue);
  let totalMs = 0;
  for (const play of plays) totalMs += play.ms;
  const artists = rank(plays, (play) => {
    const { artist: key, artistId, artistName, artistKnownAs } = identityOf(play);
    const isOfPlay = artistName !== null;
    return { key, name: artistName ?? artistKnownAs, isOfPlay, artist: '', platform_id: artistId };
  });
  const tracks = rank(
    plays,
    ({ row }) => ({
      key: row.trackId,
      name: row.name,
      isOfPlay: row.name !== '',
      artist: row.artist,
      platform_id: row.trackId,
    }),
    true,
  );
  const albums = rank(plays, (play) => {
    const { album: key, albumId, albumName, albumKnownAs, artistName, artistKnownAs } = identityOf(play);
    const [isOfPlay, artist] = [albumName !== null, artistName ?? artistKnownAs];
    return { key, name: albumName ?? albumKnownAs, isOfPlay, artist, platform_id: albumId };
  });
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
