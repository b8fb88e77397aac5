import { weekdayOf } from '../../common/days';
import type { DailyRollup, DayTotal, HourPlays, MonthlyRollup } from '../rollups/rollup';
import { addPacked } from './packed-recordings';
import { addTrack, Recordings } from './recordings';
import { addTally, emptyTally, type Tally } from './tally';

/** What the totals read of a day's roll-up. */
export type DayPart = Pick<DailyRollup, 'date' | 'total_plays' | 'total_ms' | 'hourly' | 'track_plays'>;

/** What the totals read of a month's roll-up. */
export type MonthPart = Pick<MonthlyRollup, 'month' | 'days' | 'hourly' | 'recordings'>;

/** The sum of roll-ups over a stretch of time. The order in which they are added changes nothing but the order of `days`. */
export class ListeningTotals {
  readonly total = emptyTally();
  /** By hour of the day, 0 to 23. */
  readonly hours = Array.from({ length: 24 }, emptyTally);
  /** By weekday, Monday first. */
  readonly weekdays = Array.from({ length: 7 }, emptyTally);
  /** The days with plays, in the order they were added. */
  readonly days: DayTotal[] = [];
  readonly recordings = new Recordings();

  addDay(rollup: DayPart): void {
    this.addDayTotal({ date: rollup.date, plays: rollup.total_plays, ms: rollup.total_ms });
    this.addHours(rollup.hourly);
    for (const { platform_id, name, artist_name, album_name, count, ms } of rollup.track_plays) {
      const tracks = this.recordings.tracksOf(artist_name, album_name);
      addTrack(tracks, platform_id, name, rollup.date, count, ms);
    }
  }

  addMonth(rollup: MonthPart): void {
    for (const day of rollup.days) this.addDayTotal(day);
    this.addHours(rollup.hourly);
    addPacked(this.recordings, rollup.month, rollup.recordings);
  }

  private addDayTotal(day: DayTotal): void {
    this.days.push(day);
    addTally(this.total, day);
    addAt(this.weekdays, weekdayOf(day.date), day);
  }

  private addHours(hourly: readonly HourPlays[]): void {
    for (const { hour, count, ms } of hourly) addAt(this.hours, hour, { plays: count, ms });
  }
}

function addAt(tallies: Tally[], index: number, added: Tally): void {
  const tally = tallies[index];
  if (tally === undefined) throw new RangeError(`A roll-up names hour or weekday ${index}, which no day or week has.`);
  addTally(tally, added);
}
