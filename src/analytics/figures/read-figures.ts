import { isBlank, normaliseName } from '../../common/text';
import type { Day } from '../../common/days';
import { type DayRange, daysOfPeriod, type Period, PERIODS } from '../../common/periods';
import { weekdayOf } from '../../common/days';
import type { ColumnsReader } from '../../columns/user-file';
import type { AudioAverages } from './audio-averages';
import { KEPT_RANKS, type Rankable } from './rankings';
import { ALBUMS, ARTISTS, DAYS, FEATURE_MEANS, HOURS, TRACKS } from './statements';
import { streakDays } from './streak';
import { addTally, emptyTally, type Tally } from './tally';
import { type DayTotal, type TrendPoint, trendOf } from './trend';

/** Before every day. */
const BEGINNING = '0001-01-01';
const HOURS_A_DAY = 24;
const DAYS_A_WEEK = 7;

/** An artist or an album. */
export interface CountedItem extends Rankable {
  /** The platform's; empty for one that is known by name alone. */
  id: string;
}

export interface CountedAlbum extends CountedItem {
  /** The name of the primary artist. */
  artist: string;
}

/** What was played in a period. */
export interface PeriodFigures {
  period: Period;
  /** Null for all time without a play. */
  range: DayRange | null;
  total: Tally;
  /** By hour of the clock, 0 to 23. */
  hours: Tally[];
  /** By weekday, Monday first. */
  weekdays: Tally[];
  trend: TrendPoint[];
  /** By platform id, in rank order. */
  topTracks: Rankable[];
  tracks: number;
  /** The primary artists, in no order. */
  artists: CountedItem[];
  /** In rank order. */
  topAlbums: CountedAlbum[];
  albums: number;
  features: AudioAverages | null;
}

/** The figures of some periods that end today, and the days in a row with a play up to today. */
export async function readFigures(
  reader: ColumnsReader,
  periods: readonly Period[],
  today: Day,
): Promise<{ figures: PeriodFigures[]; streak: number }> {
  const days = await reader.rows<DayTotal & Record<string, unknown>>(DAYS);
  const figures: PeriodFigures[] = [];
  for (const period of PERIODS.filter((each) => periods.includes(each))) {
    figures.push(await readPeriod(reader, period, daysOfPeriod(period, today, days.at(-1)?.date ?? null), days));
  }
  return {
    figures,
    streak: streakDays(
      days.map(({ date }) => date),
      today,
    ),
  };
}

async function readPeriod(
  reader: ColumnsReader,
  period: Period,
  range: DayRange | null,
  allDays: readonly DayTotal[],
): Promise<PeriodFigures> {
  const first = period === 'all_time' || range === null ? BEGINNING : range.first;
  const days = allDays.filter(({ date }) => date >= first);
  const total = emptyTally();
  const weekdays = Array.from({ length: DAYS_A_WEEK }, emptyTally);
  for (const day of days) {
    addTally(total, day);
    const ofWeekday = weekdays[weekdayOf(day.date)];
    if (ofWeekday !== undefined) addTally(ofWeekday, day);
  }
  const hours = Array.from({ length: HOURS_A_DAY }, emptyTally);
  for (const { hour, ...tally } of await reader.rows<{ hour: number } & Counted>(HOURS, { first })) hours[hour] = tally;
  const tracks = await reader.rows<Counted & { key: string; total: number }>(TRACKS, { first, most: KEPT_RANKS });
  const artists = await reader.rows<Counted & { id: string }>(ARTISTS, { first });
  const albums = await reader.rows<Counted & { id: string; artist: string; total: number }>(ALBUMS, {
    first,
    most: KEPT_RANKS,
  });
  const [means] = await reader.rows<Record<keyof AudioAverages, number | null>>(FEATURE_MEANS, { first });
  return {
    period,
    range,
    total,
    hours,
    weekdays,
    // Without any play there is nothing to draw a trend of.
    trend: range === null || allDays.length === 0 ? [] : trendOf(period, range, days),
    topTracks: tracks.map(({ key, name, plays, ms }) => ({ key, name: normaliseName(name), plays, ms })),
    tracks: tracks[0]?.total ?? 0,
    artists: artists
      .filter(({ name }) => !isBlank(name))
      .map(({ id, name, plays, ms }) => ({ id, key: id, name: normaliseName(name), plays, ms })),
    topAlbums: albums.map(({ id, name, artist, plays, ms }) => ({
      id,
      key: `${artist}\n${id}`,
      name: normaliseName(name),
      artist: normaliseName(artist),
      plays,
      ms,
    })),
    albums: albums[0]?.total ?? 0,
    features: means === undefined || means.tempo === null ? null : (means as AudioAverages),
  };
}

interface Counted extends Record<string, unknown>, Tally {
  name: string;
}
