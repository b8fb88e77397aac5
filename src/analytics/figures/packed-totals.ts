import { chunksOf } from '../../common/chunks';
import type { Day } from '../../common/days';
import type { DayTotal } from '../rollups/rollup';
import { asciiJson } from './ascii-json';
import type { Counter } from './counter';
import type { ListeningTotals } from './listening-totals';

/** Of each day with plays, newest first: the day, plays and milliseconds. */
type PackedDays = (string | number)[];
/** Plays and milliseconds of each hour, by turns. */
type PackedHours = number[];
/** Of each of an artist's albums: name, plays and milliseconds. */
type PackedAlbums = (string | number)[];
type PackedArtist = [name: string, albums: PackedAlbums];
/** Of each track: platform id, name, the place of `namedOn` among the days, plays and milliseconds. */
type PackedTracks = (string | number)[];

/** Characters of a text, after which another is begun: all together may be more than a document can hold. */
const LONGEST_TEXT = 1_000_000;
/** Tracks in one list. */
const TRACKS_A_LIST = 500;

/**
 * Totals of a long time as JSON texts: first days, hours and the number of texts with artists; then those, artists with
 * their albums; then lists of tracks. Long lists of plain values are cheaper to read than a list for each thing.
 */
export function packTotals(totals: ListeningTotals, longestText = LONGEST_TEXT): string[] {
  const days = [...totals.days].sort((a, b) => (a.date < b.date ? 1 : -1));
  const placeOf = new Map(days.map(({ date }, place) => [date, place]));
  const artists = Array.from(totals.counter.artists.values(), ({ name, albums }): PackedArtist => [
    name,
    [...albums.values()].flatMap((album) => [album.name, album.plays, album.ms]),
  ]);
  const tracks = Array.from(chunksOf([...totals.counter.tracks.values()], TRACKS_A_LIST), (some): PackedTracks =>
    some.flatMap(({ key, name, namedOn, plays, ms }) => [key, name, placeOf.get(namedOn) ?? 0, plays, ms]),
  );
  const artistTexts = textsOf(artists, longestText);
  const head = JSON.stringify([
    days.flatMap(({ date, plays, ms }): PackedDays => [date, plays, ms]),
    totals.hours.flatMap(({ plays, ms }): PackedHours => [plays, ms]),
    artistTexts.length,
  ]);
  return [head, ...artistTexts, ...textsOf(tracks, longestText)];
}

/** Lists of these items as JSON, each as long as it may be. */
function textsOf(items: readonly unknown[], longestText: number): string[] {
  const texts: string[] = [];
  let list: string[] = [];
  let length = 0;
  const endList = (): void => {
    if (list.length > 0) texts.push(`[${list.join(',')}]`);
    list = [];
    length = 0;
  };
  for (const item of items) {
    const text = asciiJson(item);
    if (length + text.length > longestText) endList();
    list.push(text);
    length += text.length;
  }
  endList();
  return texts;
}

/** Reads what `packTotals` packed. */
export class UnpackedTotals {
  /** The days with plays, newest first. */
  readonly days: readonly DayTotal[];
  private readonly hours: PackedHours;
  private readonly artistTexts: readonly string[];
  private readonly trackTexts: readonly string[];

  constructor([head = '[[],[],0]', ...texts]: readonly string[]) {
    const [packed, hours, artistTexts] = JSON.parse(head) as [PackedDays, PackedHours, number];
    const days: DayTotal[] = [];
    for (let at = 0; at < packed.length; at += 3) {
      days.push({ date: packed[at] as Day, plays: packed[at + 1] as number, ms: packed[at + 2] as number });
    }
    this.days = days;
    this.hours = hours;
    this.artistTexts = texts.slice(0, artistTexts);
    this.trackTexts = texts.slice(artistTexts);
  }

  addTo(totals: ListeningTotals): void {
    for (const day of this.days) totals.addDayTotal(day);
    for (let at = 0; at < this.hours.length; at += 2) {
      totals.addHour(at / 2, { plays: this.hours[at] ?? NaN, ms: this.hours[at + 1] ?? NaN });
    }
    for (const text of this.artistTexts) {
      for (const artist of JSON.parse(text) as PackedArtist[]) addArtist(totals.counter, artist);
    }
    for (const text of this.trackTexts) {
      for (const tracks of JSON.parse(text) as PackedTracks[]) this.addTracks(totals.counter, tracks);
    }
  }

  private addTracks(counter: Counter, packed: PackedTracks): void {
    for (let at = 0; at < packed.length; at += 5) {
      const namedOn = this.days[packed[at + 2] as number]?.date ?? '';
      const [plays, ms] = [packed[at + 3] as number, packed[at + 4] as number];
      counter.addTrack(packed[at] as string, packed[at + 1] as string, namedOn, plays, ms);
    }
  }
}

function addArtist(counter: Counter, [artist, packed]: PackedArtist): void {
  for (let at = 0; at < packed.length; at += 3) {
    const [plays, ms] = [packed[at + 1] as number, packed[at + 2] as number];
    counter.albumOf(artist, packed[at] as string).addPlays({ plays, ms });
  }
}
