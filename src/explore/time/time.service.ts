import { Injectable } from '@nestjs/common';
import { daysBetween, eachDay } from '../../common/days';
import { type Counts, countsOf, NO_PLAYS } from '../counts';
import { Explorer, type LensReader } from '../explorer.service';
import { type BucketItem, ItemImages } from '../item-images.service';
import { daysOf, lastDayOf } from '../lens/lens-days';
import { toLensResponse } from '../lens/lens.dto';
import type { LensQuery } from '../lens/lens.query';
import { PlaysReader } from '../plays-reader.service';
import type {
  CalendarResponse,
  ClockGridResponse,
  ClockResponse,
  OnThisDayResponse,
  ScatterResponse,
  YearsResponse,
} from './time.dto';
import type { CalendarQuery, OnThisDayQuery, ScatterQuery } from './time.query';
import { CALENDAR, calendarArtists, CLOCK, ON_THIS_DAY, onThisDayTracks, SCATTER, YEARS } from './time.sql';

const DAYS_A_WEEK = 7;
const HOURS_A_DAY = 24;
const MINUTES_A_DAY = 1_440;

/** Plays by parts of time: weekdays and hours, days, years. */
@Injectable()
export class TimeService {
  constructor(
    private readonly explorer: Explorer,
    private readonly images: ItemImages,
    private readonly plays: PlaysReader,
  ) {}

  clock(userId: string, query: LensQuery): Promise<ClockResponse> {
    return this.explorer.read(userId, query, async (reader) => {
      const { play_count, total_ms } = await readClock(reader);
      return { lens: toLensResponse(reader.lens), play_count, total_ms };
    });
  }

  async calendar(userId: string, query: CalendarQuery): Promise<CalendarResponse> {
    const { lens, year, days, best } = await this.explorer.read(userId, query, async (reader) => {
      const asked = query.year ?? Number(lastDayOf(reader.lens).slice(0, 4));
      return {
        lens: reader.lens,
        year: asked,
        days: await reader.rows<Counts & { date: string }>(CALENDAR, { year: asked }),
        best: await reader.rows<BucketItem>(calendarArtists(reader.lens.measure), { year: asked }),
      };
    });
    const counts = new Map(days.map((day) => [day.date, day]));
    const artists = await this.images.itemsByBucket('artists', best);
    return {
      lens: toLensResponse(lens),
      year,
      days: eachDay(`${year}-01-01`, `${year}-12-31`).map((date) => ({
        date,
        ...countsOf(counts.get(date) ?? NO_PLAYS),
        top_artist: artists.get(date) ?? null,
      })),
    };
  }

  async onThisDay(userId: string, query: OnThisDayQuery): Promise<OnThisDayResponse> {
    const { lens, date, years, best } = await this.explorer.read(userId, query, async (reader) => {
      const asked = query.date ?? reader.lens.today.slice(5);
      return {
        lens: reader.lens,
        date: asked,
        years: await reader.rows<Counts & { year: number; first_play: string }>(ON_THIS_DAY, { date: asked }),
        best: await reader.rows<BucketItem>(onThisDayTracks(reader.lens.measure), { date: asked }),
      };
    });
    const tracks = await this.images.itemsByBucket('tracks', best);
    const first = await this.plays.byId(
      userId,
      years.map(({ first_play }) => first_play),
    );
    return {
      lens: toLensResponse(lens),
      date,
      years: years.flatMap(({ year, first_play: id, ...counts }) => {
        const first_play = first.get(id);
        // Deleted since its year was counted.
        if (first_play === undefined) return [];
        return [{ year, ...countsOf(counts), top_track: tracks.get(year) ?? null, first_play }];
      }),
    };
  }

  scatter(userId: string, query: ScatterQuery): Promise<ScatterResponse> {
    return this.explorer.read(userId, query, (reader) => readScatter(reader, query));
  }

  years(userId: string, query: LensQuery): Promise<YearsResponse> {
    return this.explorer.read(userId, query, async ({ lens, rows }) => {
      const years = await rows<Counts & { year: number }>(YEARS);
      return {
        lens: toLensResponse(lens),
        items: years.map(({ year, ...counts }) => ({ year, ...countsOf(counts) })),
      };
    });
  }
}

/** The plays by weekday, Monday first, and hour. */
export async function readClock({ rows }: LensReader): Promise<ClockGridResponse> {
  const empty = (): number[][] =>
    Array.from({ length: DAYS_A_WEEK }, () => Array.from({ length: HOURS_A_DAY }, () => 0));
  const [play_count, total_ms] = [empty(), empty()];
  for (const { weekday, hour, plays, ms } of await rows<Counts & { weekday: number; hour: number }>(CLOCK)) {
    const [counts, times] = [play_count[weekday - 1], total_ms[weekday - 1]];
    if (counts === undefined || times === undefined) continue;
    counts[hour] = plays;
    times[hour] = ms;
  }
  return { play_count, total_ms };
}

async function readScatter(reader: LensReader, query: ScatterQuery): Promise<ScatterResponse> {
  const lens = toLensResponse(reader.lens);
  const shape = { rows: query.rows, minutes_per_row: MINUTES_A_DAY / query.rows };
  const days = await daysOf(reader);
  if (days === null) {
    const nothing = { x: [], y: [], play_count: [], total_ms: [] };
    return { lens, first_day: null, days_per_column: 0, columns: 0, rows: 0, minutes_per_row: 0, ...nothing };
  }
  const count = daysBetween(days.first, days.last) + 1;
  const days_per_column = Math.ceil(count / query.columns);
  const cells = await reader.rows<Counts & { x: number; y: number }>(SCATTER, {
    first: days.first,
    last: days.last,
    days_per_column,
    minutes_per_row: shape.minutes_per_row,
  });
  return {
    lens,
    first_day: days.first,
    days_per_column,
    columns: Math.ceil(count / days_per_column),
    ...shape,
    x: cells.map(({ x }) => x),
    y: cells.map(({ y }) => y),
    play_count: cells.map(({ plays }) => plays),
    total_ms: cells.map(({ ms }) => ms),
  };
}
