import { Long } from 'bson';
import { toBigInt } from './compare';
import { double, integer, isDouble, isInt32, isNumeric, NumericValue, toNumber, Value } from './value';

const LEAST_LONG = -(2n ** 63n);
const GREATEST_LONG = 2n ** 63n - 1n;

/** The sum with BSON's types: a Double if either is one, else a Long if either is one or the sum is no Int32. */
export function add(a: NumericValue, b: NumericValue): NumericValue | undefined {
  if (isDouble(a) || isDouble(b)) return double(toNumber(a) + toNumber(b));
  if (typeof a === 'number' && typeof b === 'number') return integer(BigInt(a + b));
  return long(toBigInt(a) + toBigInt(b));
}

/** The product, typed like a sum. Both are undefined where the result is beyond a Long. */
export function multiply(a: NumericValue, b: NumericValue): NumericValue | undefined {
  if (isDouble(a) || isDouble(b)) return double(toNumber(a) * toNumber(b));
  const product = toBigInt(a) * toBigInt(b);
  return typeof a === 'number' && typeof b === 'number' ? integer(product) : long(product);
}

/** The sum of the numbers among the values; beyond a Long it goes on as a Double. */
export function sum(values: Iterable<Value>): NumericValue {
  let total: NumericValue = 0;
  for (const value of values) total = addTo(total, value);
  return total;
}

/** The total with a value added, if that is a number. */
export function addTo(total: NumericValue, value: Value): NumericValue {
  if (typeof value === 'number' && typeof total === 'number') {
    const result = total + value;
    if (isInt32(result) && isInt32(total) && isInt32(value)) {
      return result;
    }
  }
  return isNumeric(value) ? (add(total, value) ?? double(toNumber(total) + toNumber(value))) : total;
}

function long(value: bigint): Long | undefined {
  return value < LEAST_LONG || value > GREATEST_LONG ? undefined : Long.fromBigInt(value);
}
