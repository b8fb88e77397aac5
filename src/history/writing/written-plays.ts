import { DAY_MS } from '../../common/durations';
import type { TimeRange } from '../matching/time-ranges';
import type { Play, PlayedTrack } from '../play.schema';
import type { Landmark } from './history-state.schema';

/** Of more than these, some ten megabytes, nothing is kept. */
export const MOST_PLAYS = 500_000;
/** Most histories have some thousand; each is half a kilobyte. */
const MOST_TRACKS = 50_000;
/** Numbers that a play is kept as: when it ended, how long it lasted, and the place of its track. */
const NUMBERS_A_PLAY = 3;

/** What is kept of a play. */
export type WrittenPlay = Pick<Play, 'track' | 'played_at' | 'ms_played'>;

/**
 * Plays that are kept in memory while they are written, so that whoever needs them all right afterwards need not read them
 * back. As numbers by day they take little, and no time to put in order, since files are mostly in order.
 */
export class WrittenPlays {
  private readonly tracks: PlayedTrack[] = [];
  private readonly placeOfTrack = new Map<PlayedTrack, number>();
  /** By UTC day, in days since 1970: the numbers of its plays, in the order in which they were added. */
  private readonly days = new Map<number, number[]>();
  private count = 0;

  constructor(private readonly mostPlays = MOST_PLAYS) {}

  /** Keeps these as well, unless they are too many. @returns whether all that were added are kept */
  add(rows: readonly WrittenPlay[]): boolean {
    this.count += rows.length;
    if (!this.isWhole) {
      this.days.clear();
      return false;
    }
    for (const { track, played_at, ms_played } of rows) {
      const time = played_at.getTime();
      this.dayOf(time).push(time, ms_played ?? NaN, this.placeOf(track));
    }
    return this.isWhole;
  }

  /** Those that ended from one instant on until before another, ms since 1970, oldest first, then as they were added. */
  *between(from: number, to: number): Generator<WrittenPlay, void> {
    for (const day of this.daysInOrder()) {
      if (day < Math.floor(from / DAY_MS) || day * DAY_MS >= to) continue;
      const numbers = this.days.get(day) ?? [];
      for (const at of inOrderOfTime(numbers)) {
        const [time = NaN, ms = NaN, place = NaN] = [numbers[at], numbers[at + 1], numbers[at + 2]];
        const track = this.tracks[place];
        if (track === undefined || time < from || time >= to) continue;
        yield { track, played_at: new Date(time), ms_played: Number.isNaN(ms) ? null : ms };
      }
    }
  }

  /** Whether any of them ended in one of these stretches of time. */
  someIn(ranges: readonly TimeRange[]): boolean {
    return ranges.some(({ from, to }) => {
      for (let day = Math.floor(from / DAY_MS); day * DAY_MS <= to; day += 1) {
        const numbers = this.days.get(day) ?? [];
        for (let at = 0; at < numbers.length; at += NUMBERS_A_PLAY) {
          const time = numbers[at] ?? NaN;
          if (time >= from && time <= to) return true;
        }
      }
      return false;
    });
  }

  /** As the landmarks of a history that has no other plays, so many from one to the next. */
  landmarks(spacing: number): Landmark[] {
    const found: Landmark[] = [];
    let n = 0;
    let last = NaN;
    const take = (): void => {
      if (n - (found.at(-1)?.n ?? 0) >= spacing) found.push({ n, played_at: new Date(last) });
    };
    for (const day of this.daysInOrder()) {
      const numbers = this.days.get(day) ?? [];
      for (const at of inOrderOfTime(numbers)) {
        // Plays of one instant lie at the same place.
        if (numbers[at] !== last) take();
        last = numbers[at] ?? NaN;
        n += 1;
      }
    }
    take();
    return found;
  }

  private get isWhole(): boolean {
    return this.count <= this.mostPlays && this.tracks.length <= MOST_TRACKS;
  }

  private daysInOrder(): number[] {
    return [...this.days.keys()].sort((a, b) => a - b);
  }

  private dayOf(time: number): number[] {
    const day = Math.floor(time / DAY_MS);
    let numbers = this.days.get(day);
    if (numbers === undefined) this.days.set(day, (numbers = []));
    return numbers;
  }

  private placeOf(track: PlayedTrack): number {
    let place = this.placeOfTrack.get(track);
    if (place === undefined) {
      place = this.tracks.push(track) - 1;
      this.placeOfTrack.set(track, place);
    }
    return place;
  }
}

/** Where the numbers of each play begin, the oldest play first. */
function inOrderOfTime(numbers: readonly number[]): number[] {
  const starts = Array.from({ length: numbers.length / NUMBERS_A_PLAY }, (_, index) => index * NUMBERS_A_PLAY);
  return starts.sort((a, b) => (numbers[a] ?? NaN) - (numbers[b] ?? NaN));
}
