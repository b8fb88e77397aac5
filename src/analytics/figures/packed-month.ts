import { daysOfMonth, eachDay, type Day } from '../../common/days';
import type { DayRange } from '../../common/periods';
import type { DailyRollup, HourPlays } from '../rollups/rollup';
import { asciiJson } from './ascii-json';
import type { AlbumTracks, Recordings } from './recordings';
import { noonOf, secondsOf } from './seconds';

/** What is packed of a day's roll-up. */
export type PackedDay = Pick<DailyRollup, 'date' | 'hourly' | 'track_plays'>;

/** The day of the month; then hour, plays and milliseconds of each hour. */
type PackedHours = number[];
/** Of each track: platform id, name, number of days; then day of the month, plays and milliseconds of each day. */
type PackedTracks = (string | number)[];
type PackedAlbum = [name: string, tracks: PackedTracks];
type PackedArtist = [name: string, albums: PackedAlbum[]];
/** When the newest play of each track ended, seconds since 1970, as the tracks stand; former versions did not say it. */
type PackedTimes = number[];

/**
 * The days of one month, hours and tracks, as one JSON text of lists. A month holds thousands of tracks: read as one
 * string they cost a fraction of what as many stored sub-documents would. The names of artists, albums and tracks stand
 * once, and all tracks of an album lie in one list, which is cheaper to read than a list each.
 * @param days in any order: the text is the same
 */
export function packMonth(days: readonly PackedDay[]): string {
  const inOrder = [...days].sort((a, b) => (a.date < b.date ? -1 : 1));
  const hours = inOrder.map(({ date, hourly }): PackedHours => [
    numberOf(date),
    ...hourly.flatMap(({ hour, count, ms }) => [hour, count, ms]),
  ]);
  const artists = groupByArtist(inOrder);
  const tracks = artists.flatMap(([, albums]) => albums.flatMap(([, ofAlbum]) => ofAlbum));
  const packed = artists.map(([artist, albums]): PackedArtist => [
    artist,
    albums.map(([album, ofAlbum]) => [album, packTracks(ofAlbum)]),
  ]);
  return asciiJson([hours, packed, tracks.map(({ playedAt }): PackedTimes[number] => playedAt)]);
}

interface DaysOfTrack {
  platform_id: string;
  name: string;
  /** Day of the month, plays and milliseconds, by turns. */
  days: number[];
  playedAt: number;
}

type ByName<T> = [name: string, of: T][];

function groupByArtist(days: readonly PackedDay[]): ByName<ByName<DaysOfTrack[]>> {
  const artists = new Map<string, Map<string, Map<string, DaysOfTrack[]>>>();
  for (const { date, track_plays } of days) {
    for (const { platform_id, name, artist_name, album_name, count, ms, last_played_at } of track_plays) {
      const albums = inside(artists, artist_name, () => new Map<string, Map<string, DaysOfTrack[]>>());
      const tracks = inside(albums, album_name, () => new Map<string, DaysOfTrack[]>());
      // A track has another entry for each name that it had.
      const named = inside(tracks, platform_id, (): DaysOfTrack[] => []);
      let track = named.find((each) => each.name === name);
      if (track === undefined) named.push((track = { platform_id, name, days: [], playedAt: 0 }));
      track.days.push(numberOf(date), count, ms);
      track.playedAt = last_played_at === undefined ? noonOf(date) : secondsOf(last_played_at);
    }
  }
  return Array.from(artists, ([artist, albums]) => [
    artist,
    Array.from(albums, ([album, tracks]) => [album, [...tracks.values()].flat()]),
  ]);
}

function packTracks(tracks: readonly DaysOfTrack[]): PackedTracks {
  return tracks.flatMap(({ platform_id, name, days }) => [platform_id, name, days.length / 3, ...days]);
}

function inside<V>(map: Map<string, V>, key: string, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

/** Reads what `packMonth` packed of a month (`YYYY-MM`), any stretch of its days. */
export class UnpackedMonth {
  private readonly days: readonly Day[];
  private readonly hours: readonly PackedHours[];
  private readonly artists: readonly PackedArtist[];
  private readonly times: PackedTimes;

  constructor(month: string, text: string) {
    const { first, last } = daysOfMonth(month);
    this.days = eachDay(first, last);
    const packed = JSON.parse(text) as [PackedHours[], PackedArtist[], PackedTimes?];
    [this.hours, this.artists, this.times = []] = packed;
  }

  /** The hours with plays of the days in a range, hours of several days one by one. */
  *hoursIn({ first, last }: DayRange): Generator<HourPlays, void> {
    for (const [number = 0, ...hours] of this.hours) {
      const day = this.days[number - 1] ?? '';
      if (day < first || day > last) continue;
      for (let at = 0; at < hours.length; at += 3) {
        yield { hour: hours[at] ?? NaN, count: hours[at + 1] ?? NaN, ms: hours[at + 2] ?? NaN };
      }
    }
  }

  /** Adds the tracks of the days in a range. */
  addTo(recordings: Recordings, range: DayRange): void {
    const numbers = this.days.flatMap((day, index) => (day >= range.first && day <= range.last ? [index + 1] : []));
    const [from = Infinity, to = 0] = [numbers[0], numbers.at(-1)];
    let before = 0;
    for (const [artist, albums] of this.artists) {
      for (const [album, tracks] of albums) {
        before = this.addAlbum(() => recordings.albumOf(artist, album), tracks, before, from, to);
      }
    }
  }

  /**
   * @param album called only when there is something to be added: an album without a play would count
   * @param before the number of tracks before these
   * @returns the same for the tracks after these
   */
  private addAlbum(album: () => AlbumTracks, packed: PackedTracks, before: number, from: number, to: number): number {
    let tracks: AlbumTracks | undefined;
    let track = before;
    for (let at = 0; at < packed.length; track += 1) {
      const platformId = packed[at] as string;
      const name = packed[at + 1] as string;
      const end = at + 3 + (packed[at + 2] as number) * 3;
      const last = packed[end - 3];
      let [newest, plays, ms] = [0, 0, 0];
      for (at += 3; at < end; at += 3) {
        const number = packed[at] as number;
        if (number < from || number > to) continue;
        newest = number;
        plays += packed[at + 1] as number;
        ms += packed[at + 2] as number;
      }
      if (newest === 0) continue;
      tracks ??= album();
      const playedAt = newest === last ? this.times[track] : undefined;
      tracks.add(platformId, name, playedAt ?? noonOf(this.days[newest - 1] ?? ''), plays, ms);
    }
    return track;
  }
}

function numberOf(day: Day): number {
  return Number(day.slice(-2));
}
