import type { Day } from '../../common/days';
import type { DayTotal } from '../rollups/rollup';
import { asciiJson } from './ascii-json';
import type { ListeningTotals } from './listening-totals';
import type { AlbumTracks } from './recordings';

/** Of each day with plays, newest first: the day, plays and milliseconds. */
type PackedDays = (string | number)[];
/** Plays and milliseconds of each hour, by turns. */
type PackedHours = number[];
/** Of each track: platform id, name, `playedAt`, how long before it `namedAt` was, plays and milliseconds. */
type PackedTracks = (string | number)[];
/** Of each of an artist's albums: name and tracks, by turns. */
type PackedAlbums = (string | PackedTracks)[];
type PackedArtist = [name: string, albums: PackedAlbums];

/** Characters of a text, after which another is begun: all together may be more than a document can hold. */
const LONGEST_TEXT = 1_000_000;

/** Totals of a long time as JSON texts: first days and hours, then artists with their albums and tracks. */
export function packTotals(totals: ListeningTotals, longestText = LONGEST_TEXT): string[] {
  const days = [...totals.days].sort((a, b) => (a.date < b.date ? 1 : -1));
  const head = JSON.stringify([
    days.flatMap(({ date, plays, ms }): PackedDays => [date, plays, ms]),
    totals.hours.flatMap(({ plays, ms }): PackedHours => [plays, ms]),
  ]);
  const artists = Array.from(totals.recordings.artists, ([name, albums]): PackedArtist => [
    name,
    Array.from(albums, ([album, tracks]) => [album, packTracks(tracks)]).flat(),
  ]);
  return [head, ...textsOf(artists, longestText)];
}

function packTracks({ byId }: AlbumTracks): PackedTracks {
  return Array.from(byId, ([id, { name, playedAt, namedAt, plays, ms }]) => [
    id,
    name,
    playedAt,
    playedAt - namedAt,
    plays,
    ms,
  ]).flat();
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

  constructor([head = '[[],[]]', ...texts]: readonly string[]) {
    const [packed, hours] = JSON.parse(head) as [PackedDays, PackedHours];
    const days: DayTotal[] = [];
    for (let at = 0; at < packed.length; at += 3) {
      days.push({ date: packed[at] as Day, plays: packed[at + 1] as number, ms: packed[at + 2] as number });
    }
    this.days = days;
    this.hours = hours;
    this.artistTexts = texts;
  }

  addTo(totals: ListeningTotals): void {
    for (const day of this.days) totals.addDayTotal(day);
    for (let at = 0; at < this.hours.length; at += 2) {
      totals.addHour(at / 2, { plays: this.hours[at] ?? NaN, ms: this.hours[at + 1] ?? NaN });
    }
    for (const text of this.artistTexts) {
      for (const [artist, albums] of JSON.parse(text) as PackedArtist[]) {
        for (let at = 0; at < albums.length; at += 2) {
          const album = totals.recordings.albumOf(artist, albums[at] as string);
          addTracks(album, albums[at + 1] as PackedTracks);
        }
      }
    }
  }
}

function addTracks(album: AlbumTracks, packed: PackedTracks): void {
  for (let at = 0; at < packed.length; at += 6) {
    const [playedAt, before] = [packed[at + 2] as number, packed[at + 3] as number];
    const [plays, ms] = [packed[at + 4] as number, packed[at + 5] as number];
    album.add(packed[at] as string, packed[at + 1] as string, playedAt, plays, ms, playedAt - before);
  }
}
