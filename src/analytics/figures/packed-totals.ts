import type { Day } from '../../common/days';
import type { DayTotal } from '../rollups/rollup';
import type { ListeningTotals } from './listening-totals';
import { addTrack, type AlbumTracks } from './recordings';

/** Of each day with plays, newest first: the day, plays and milliseconds. */
type PackedDays = (string | number)[];
/** Plays and milliseconds of each hour, by turns. */
type PackedHours = number[];
/** Of each track: platform id, name, the place of `namedOn` among the days, plays and milliseconds. */
type PackedTracks = (string | number)[];
type PackedArtist = [name: string, albums: [name: string, tracks: PackedTracks][]];

/** Characters of a text, after which another is begun: all together may be more than a document can hold. */
const LONGEST_TEXT = 1_000_000;

/** Totals of a long time as JSON texts: first days and hours, then artists, with lists as `packMonth` makes them. */
export function packTotals(totals: ListeningTotals, longestText = LONGEST_TEXT): string[] {
  const days = [...totals.days].sort((a, b) => (a.date < b.date ? 1 : -1));
  const placeOf = new Map(days.map(({ date }, place) => [date, place]));
  const texts = [
    JSON.stringify([
      days.flatMap(({ date, plays, ms }): PackedDays => [date, plays, ms]),
      totals.hours.flatMap(({ plays, ms }): PackedHours => [plays, ms]),
    ]),
  ];
  let artists: string[] = [];
  let length = 0;
  const endText = (): void => {
    if (artists.length > 0) texts.push(`[${artists.join(',')}]`);
    artists = [];
    length = 0;
  };
  for (const [artist, albums] of totals.recordings.artists) {
    const packed: PackedArtist = [
      artist,
      Array.from(albums, ([album, tracks]) => [album, packTracks(tracks, (day) => placeOf.get(day) ?? 0)]),
    ];
    const text = JSON.stringify(packed);
    if (length + text.length > longestText) endText();
    artists.push(text);
    length += text.length;
  }
  endText();
  return texts;
}

function packTracks(tracks: AlbumTracks, placeOf: (day: Day) => number): PackedTracks {
  const packed: PackedTracks = [];
  for (const [platformId, { name, namedOn, plays, ms }] of tracks) {
    packed.push(platformId, name, placeOf(namedOn), plays, ms);
  }
  return packed;
}

/** Reads what `packTotals` packed. */
export class UnpackedTotals {
  /** The days with plays, newest first. */
  readonly days: readonly DayTotal[];
  private readonly hours: PackedHours;
  private readonly texts: readonly string[];

  constructor([head = '[[],[]]', ...texts]: readonly string[]) {
    const [packed, hours] = JSON.parse(head) as [PackedDays, PackedHours];
    const days: DayTotal[] = [];
    for (let at = 0; at < packed.length; at += 3) {
      days.push({ date: packed[at] as Day, plays: packed[at + 1] as number, ms: packed[at + 2] as number });
    }
    this.days = days;
    this.hours = hours;
    this.texts = texts;
  }

  addTo(totals: ListeningTotals): void {
    for (const day of this.days) totals.addDayTotal(day);
    for (let at = 0; at < this.hours.length; at += 2) {
      totals.addHour(at / 2, { plays: this.hours[at] ?? NaN, ms: this.hours[at + 1] ?? NaN });
    }
    for (const text of this.texts) {
      for (const [artist, albums] of JSON.parse(text) as PackedArtist[]) {
        for (const [album, packed] of albums) this.addTracks(totals.recordings.tracksOf(artist, album), packed);
      }
    }
  }

  private addTracks(tracks: AlbumTracks, packed: PackedTracks): void {
    for (let at = 0; at < packed.length; at += 5) {
      const namedOn = this.days[packed[at + 2] as number]?.date ?? '';
      const [plays, ms] = [packed[at + 3] as number, packed[at + 4] as number];
      addTrack(tracks, packed[at] as string, packed[at + 1] as string, namedOn, plays, ms);
    }
  }
}
