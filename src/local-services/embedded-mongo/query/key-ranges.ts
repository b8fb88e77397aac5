import { IndexField } from '../storage/index-spec';
import { CUT_BYTES } from '../storage/key-writer';
import { afterPrefix, Bounds, cutBytes, Interval, isPoint } from './bounds';
import { KeyRange } from './plan';

/** More combinations of the values of several fields than this are not enumerated: the last field is left to the filter. */
const MAX_PREFIXES = 1000;
const ALL: KeyRange = { start: Buffer.from([0]), end: Buffer.from([0xff]) };

export interface IndexRanges {
  ranges: KeyRange[];
  equalities: number;
  ranged: boolean;
  /** Leading fields that are held to one value each: they do not disturb the order of those after them. */
  constants: number;
  /** Paths whose bounds the ranges express in full. */
  expressed: Set<string>;
  /** A range takes in more than the bounds, because its keys are cut. */
  widened: boolean;
}

/** The stretches of an index's keys that agree with the bounds on its fields. */
export function indexRanges(fields: readonly IndexField[], bounds: ReadonlyMap<string, Bounds>): IndexRanges {
  let prefixes: Buffer[] = [Buffer.alloc(0)];
  const result = { equalities: 0, ranged: false, constants: 0, expressed: new Set<string>() };
  const withRanges = (ranges: KeyRange[]): IndexRanges => ({
    ...result,
    ranges: ranges.map(withinKeySize),
    widened: ranges.some(isTooLong),
  });
  for (const field of fields) {
    const found = bounds.get(field.path);
    if (!found) break;
    const intervals = field.descending ? [...found.intervals].reverse() : found.intervals;
    if (prefixes.length > 1 && prefixes.length * intervals.length > MAX_PREFIXES) break;
    if (found.exact) result.expressed.add(field.path);
    if (!intervals.every(isPoint) || intervals.length > MAX_PREFIXES) {
      result.ranged = true;
      return withRanges(prefixes.flatMap((prefix) => intervals.map((interval) => rangeOf(prefix, interval, field))));
    }
    if (intervals.length === 1 && result.constants === result.equalities) result.constants++;
    result.equalities++;
    prefixes = prefixes.flatMap((prefix) =>
      intervals.map((interval) => Buffer.concat([prefix, directed(interval.low.bytes, field)])),
    );
  }
  return withRanges(result.equalities === 0 ? [ALL] : prefixes.map((start) => ({ start, end: afterPrefix(start) })));
}

function rangeOf(prefix: Buffer, { low, high }: Interval, field: IndexField): KeyRange {
  const [first, last] = field.descending
    ? [
        { bytes: directed(high.bytes, field), after: !high.after },
        { bytes: directed(low.bytes, field), after: !low.after },
      ]
    : [low, high];
  return { start: Buffer.concat([prefix, cutBytes(first)]), end: Buffer.concat([prefix, cutBytes(last)]) };
}

function directed(bytes: Buffer, field: IndexField): Buffer {
  return field.descending ? Buffer.from(bytes.map((byte) => ~byte & 0xff)) : bytes;
}

function isTooLong({ start, end }: KeyRange): boolean {
  return start.length > CUT_BYTES || end.length > CUT_BYTES;
}

/** Keys beyond LMDB's size are cut; a range that ends in such keys is widened to all that share their head. */
function withinKeySize({ start, end }: KeyRange): KeyRange {
  return {
    start: start.length > CUT_BYTES ? start.subarray(0, CUT_BYTES) : start,
    end: end.length > CUT_BYTES ? afterPrefix(end.subarray(0, CUT_BYTES)) : end,
  };
}
