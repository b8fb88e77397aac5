import { BSONRegExp } from 'bson';
import { isNumeric, Rank, rankOf, toNumber, Value } from '../bson/value';
import { encodeKey } from '../storage/key-encoding';
import { Filter } from './filter';
import { literalPrefix } from './regex';

/** A place between keys: before the first key that begins with `bytes`, or after the last. */
export interface Cut {
  bytes: Buffer;
  after: boolean;
}

/** The keys of one field from one cut to another, in ascending order of values. */
export interface Interval {
  low: Cut;
  high: Cut;
}

/** What a condition says about a field's keys; `exact` when it says all that the condition does. */
export interface Bounds {
  intervals: Interval[];
  exact: boolean;
}

const before = (bytes: Buffer): Cut => ({ bytes, after: false });
const after = (bytes: Buffer): Cut => ({ bytes, after: true });
const rankStart = (rank: number): Cut => before(Buffer.from([rank]));
const rankEnd = (rank: number): Cut => before(Buffer.from([rank + 1]));
const ofRank = (rank: number): Interval => ({ low: rankStart(rank), high: rankEnd(rank) });
const LOWEST_NUMBER = before(encodeKey(-Infinity));

/** The bytes at which a cut divides ascending keys. */
export function cutBytes({ bytes, after: isAfter }: Cut): Buffer {
  return isAfter ? afterPrefix(bytes) : bytes;
}

/** The least bytes that lie after whatever begins with the prefix. */
export function afterPrefix(prefix: Buffer): Buffer {
  let last = prefix.length - 1;
  while (prefix[last] === 0xff) last--;
  const bytes = Buffer.from(prefix.subarray(0, last + 1));
  bytes[last] = (bytes[last] ?? 0) + 1;
  return bytes;
}

/** Whether an interval holds the keys of one value only. */
export function isPoint({ low, high }: Interval): boolean {
  return !low.after && high.after && low.bytes.equals(high.bytes);
}

/** The bounds that a condition sets on an index of its path; undefined when it sets none. */
export function boundsOf(filter: Filter): Bounds | undefined {
  if (filter.kind !== 'test') return undefined;
  const { operator, argument } = filter;
  switch (operator) {
    case '$eq':
      return isIndexable(argument) ? { intervals: [pointOf(argument)], exact: argument !== null } : undefined;
    case '$in':
      return boundsOfIn(Array.isArray(argument) ? argument : []);
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return boundsOfRange(operator, argument);
    case '$regex':
      return boundsOfRegex(argument as BSONRegExp);
    default:
      return undefined;
  }
}

/** Arrays match by their entries as well as whole, so their keys say nothing. */
function isIndexable(value: Value): boolean {
  return value !== undefined && !Array.isArray(value) && !(value instanceof BSONRegExp);
}

function pointOf(value: Value): Interval {
  const bytes = encodeKey(value);
  return { low: before(bytes), high: after(bytes) };
}

function boundsOfIn(values: Value[]): Bounds | undefined {
  if (!values.every(isIndexable)) return undefined;
  return { intervals: union(values.map(pointOf)), exact: !values.includes(null) };
}

function boundsOfRange(operator: '$gt' | '$gte' | '$lt' | '$lte', argument: Value): Bounds | undefined {
  const rank = rankOf(argument);
  const typed = rank !== Rank.Array && rank !== Rank.Null && rank !== Rank.MinKey && rank !== Rank.MaxKey;
  if (!typed || argument === undefined || (isNumeric(argument) && Number.isNaN(toNumber(argument)))) return undefined;
  const bytes = encodeKey(argument);
  const interval = { low: rank === Rank.Number ? LOWEST_NUMBER : rankStart(rank), high: rankEnd(rank) };
  if (operator === '$gt') interval.low = after(bytes);
  if (operator === '$gte') interval.low = before(bytes);
  if (operator === '$lt') interval.high = before(bytes);
  if (operator === '$lte') interval.high = after(bytes);
  return { intervals: [interval], exact: rank !== Rank.Object };
}

function boundsOfRegex(regex: BSONRegExp): Bounds {
  const prefix = encodeKey(literalPrefix(regex)).subarray(0, -1);
  return { intervals: [{ low: before(prefix), high: after(prefix) }, ofRank(Rank.RegExp)], exact: false };
}

/** Intervals in ascending order, none twice. */
function union(intervals: Interval[]): Interval[] {
  const sorted = [...intervals].sort((a, b) => Buffer.compare(a.low.bytes, b.low.bytes));
  return sorted.filter((interval, i) => !(i > 0 && sorted[i - 1]?.low.bytes.equals(interval.low.bytes)));
}

/** The keys that lie in both: for two conditions on one field that is no array. */
export function intersect(a: Bounds, b: Bounds): Bounds {
  const intervals: Interval[] = [];
  for (const left of a.intervals) {
    for (const right of b.intervals) {
      const low = Buffer.compare(cutBytes(left.low), cutBytes(right.low)) >= 0 ? left.low : right.low;
      const high = Buffer.compare(cutBytes(left.high), cutBytes(right.high)) <= 0 ? left.high : right.high;
      if (Buffer.compare(cutBytes(low), cutBytes(high)) < 0) intervals.push({ low, high });
    }
  }
  return { intervals, exact: a.exact && b.exact };
}
