import { IANAZone } from 'luxon';
import { DAY_MS, MINUTE_MS } from './durations';

/** A stretch of time, in epoch milliseconds, in which a zone keeps one offset. `to` is exclusive. */
export interface OffsetSegment {
  from: number;
  to: number;
  /** Milliseconds to add to UTC to get local time. */
  offset: number;
}

/**
 * The UTC offsets of one IANA zone, exact to the millisecond and cached by UTC day.
 * Asking the runtime's zone data costs about 5 microseconds, too much for each of a million plays;
 * the offsets at both ends of a UTC day settle all instants inside it. No zone has changed twice within a day.
 */
export class ZoneOffsets {
  private readonly zone: IANAZone;
  private readonly segmentsByDay = new Map<number, OffsetSegment[]>();

  /** @throws RangeError when the runtime does not know the zone. */
  constructor(name: string) {
    if (!IANAZone.isValidZone(name)) throw new RangeError(`"${name}" is not a time zone name.`);
    this.zone = IANAZone.create(name);
  }

  /** Milliseconds to add to the instant (epoch milliseconds) to get local time. */
  offsetAt(instant: number): number {
    const [first, second] = this.segmentsOf(Math.floor(instant / DAY_MS));
    return second !== undefined && instant >= second.from ? second.offset : (first?.offset ?? 0);
  }

  /** The segments that cover `from` to `to`, oldest first; they may reach beyond both. */
  segmentsBetween(from: number, to: number): OffsetSegment[] {
    const segments: OffsetSegment[] = [];
    for (let day = Math.floor(from / DAY_MS); day * DAY_MS <= to; day += 1) segments.push(...this.segmentsOf(day));
    return segments;
  }

  private segmentsOf(utcDay: number): OffsetSegment[] {
    let segments = this.segmentsByDay.get(utcDay);
    if (segments === undefined) {
      segments = this.readSegments(utcDay * DAY_MS, (utcDay + 1) * DAY_MS);
      this.segmentsByDay.set(utcDay, segments);
    }
    return segments;
  }

  private readSegments(from: number, to: number): OffsetSegment[] {
    const before = this.readOffset(from);
    const after = this.readOffset(to);
    if (before === after) return [{ from, to, offset: before }];
    const change = this.findChange(from, to, before);
    return [
      { from, to: change, offset: before },
      { from: change, to, offset: after },
    ];
  }

  /** The first instant after `from` whose offset is no longer `before`, by bisection. */
  private findChange(from: number, to: number, before: number): number {
    let [low, high] = [from, to];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.readOffset(middle) === before) low = middle;
      else high = middle;
    }
    return high;
  }

  private readOffset(instant: number): number {
    return Math.round(this.zone.offset(instant) * MINUTE_MS);
  }
}

const offsetsByZone = new Map<string, ZoneOffsets>();

/**
 * The offsets of a zone, one instance per zone and process.
 * @throws RangeError when the runtime does not know the zone.
 */
export function zoneOffsets(zone: string): ZoneOffsets {
  let offsets = offsetsByZone.get(zone);
  if (offsets === undefined) {
    offsets = new ZoneOffsets(zone);
    offsetsByZone.set(zone, offsets);
  }
  return offsets;
}
