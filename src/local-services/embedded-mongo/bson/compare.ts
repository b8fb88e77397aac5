import { Binary, BSONRegExp, Long, ObjectId, Timestamp } from 'bson';
import { Doc, isDouble, NumericValue, Rank, rankOf, toNumber, Value } from './value';

/** MongoDB's total order of values: types first, then within a type (manual, "Comparison/Sort Order"). */
export function compareValues(a: Value, b: Value): number {
  if (a === b) return 0;
  const rank = rankOf(a);
  const difference = rank - rankOf(b);
  if (difference !== 0) return difference;
  switch (rank) {
    case Rank.Number:
      return compareNumbers(a as NumericValue, b as NumericValue);
    case Rank.String:
      return compareStrings(a as string, b as string);
    case Rank.Object:
      return compareDocs(a as Doc, b as Doc);
    case Rank.Array:
      return compareArrays(a as Value[], b as Value[]);
    case Rank.Binary:
      return compareBinaries(a as Binary, b as Binary);
    case Rank.ObjectId:
      return Buffer.compare((a as ObjectId).id, (b as ObjectId).id);
    case Rank.Boolean:
      return Number(a) - Number(b);
    case Rank.Date:
      return (a as Date).getTime() - (b as Date).getTime();
    case Rank.Timestamp:
      return (a as Timestamp).compare(b as Timestamp);
    case Rank.RegExp: {
      const [left, right] = [a as BSONRegExp, b as BSONRegExp];
      return compareStrings(left.pattern, right.pattern) || compareStrings(left.options, right.options);
    }
    default:
      return 0;
  }
}

export function equalValues(a: Value, b: Value): boolean {
  return compareValues(a, b) === 0;
}

/** Exact between Longs and Doubles too; NaN comes before every number and equals itself. */
export function compareNumbers(a: NumericValue, b: NumericValue): number {
  const left = toNumber(a);
  const right = toNumber(b);
  if (left < right) return -1;
  if (left > right) return 1;
  if (left === right) {
    if (Math.abs(left) < 2 ** 53) return 0;
    if (Math.abs(left) === Infinity) return 0;
    const difference = toBigInt(a) - toBigInt(b);
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }
  return Number(Number.isNaN(right)) - Number(Number.isNaN(left));
}

/** The value of a whole number. */
export function toBigInt(value: NumericValue): bigint {
  return value instanceof Long && !isDouble(value) ? value.toBigInt() : BigInt(toNumber(value));
}

/** The order of the strings' UTF-8 bytes, which for surrogate pairs is not the order of UTF-16 units. */
export function compareStrings(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return codePointOrder(left) - codePointOrder(right);
  }
  return a.length - b.length;
}

/** Halves of surrogate pairs stand for code points beyond all single units. */
function codePointOrder(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

function compareDocs(a: Doc, b: Doc): number {
  const left = Object.keys(a);
  const right = Object.keys(b);
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i++) {
    const leftName = left[i] ?? '';
    const rightName = right[i] ?? '';
    const order =
      rankOf(a[leftName]) - rankOf(b[rightName]) ||
      compareStrings(leftName, rightName) ||
      compareValues(a[leftName], b[rightName]);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compareArrays(a: Value[], b: Value[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const order = compareValues(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareBinaries(a: Binary, b: Binary): number {
  return a.position - b.position || a.sub_type - b.sub_type || Buffer.compare(a.value(), b.value());
}
