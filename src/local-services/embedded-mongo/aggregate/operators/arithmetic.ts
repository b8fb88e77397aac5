import { Long } from 'bson';
import { add, multiply, sum } from '../../bson/arithmetic';
import { toBigInt } from '../../bson/compare';
import {
  double,
  integer,
  isDouble,
  isInt32,
  isNumeric,
  NumericValue,
  toNumber,
  typeName,
  Value,
} from '../../bson/value';
import { badValue } from '../../errors';
import { isNothing, ofList, ofPresent, ofValues, OperatorTable } from './operator';

/** Operators on numbers, which keep BSON's types: a Double with anything is a Double, a Long with an Int32 a Long. */
export const ARITHMETIC: OperatorTable = {
  $add: ofList('$add', (values) => values.reduce(addValues, 0)),
  $subtract: ofPresent('$subtract', 2, 2, (left, right) => {
    if (left instanceof Date && right instanceof Date) return Long.fromNumber(left.getTime() - right.getTime());
    return addValues(left, multiplied(numeric('$subtract', right), -1));
  }),
  $multiply: ofList('$multiply', (values) => values.map((value) => numeric('$multiply', value)).reduce(multiplied, 1)),
  $divide: ofPresent('$divide', 2, 2, (left, right) => {
    const divisor = toNumber(numeric('$divide', right));
    if (divisor === 0) throw badValue("$divide can't divide by zero");
    return double(toNumber(numeric('$divide', left)) / divisor);
  }),
  $mod: ofPresent('$mod', 2, 2, (left, right) => remainder(numeric('$mod', left), numeric('$mod', right))),
  $abs: ofPresent('$abs', 1, 1, (value) => {
    const number = numeric('$abs', value);
    return toNumber(number) < 0 ? multiplied(number, -1) : Object.is(toNumber(number), -0) ? double(0) : number;
  }),
  $ceil: ofPresent('$ceil', 1, 1, (value) => rounded('$ceil', value, 0, Math.ceil)),
  $floor: ofPresent('$floor', 1, 1, (value) => rounded('$floor', value, 0, Math.floor)),
  $round: ofPresent('$round', 1, 2, (value, places = 0) => rounded('$round', value, places, halfToEven)),
  $trunc: ofPresent('$trunc', 1, 2, (value, places = 0) => rounded('$trunc', value, places, Math.trunc)),
  $sqrt: ofPresent('$sqrt', 1, 1, (value) => {
    const number = toNumber(numeric('$sqrt', value));
    if (number < 0) throw badValue("$sqrt's argument must be greater than or equal to 0");
    return double(Math.sqrt(number));
  }),
  $sum: ofValues('$sum', 0, Infinity, (...values) => sum(listed(values))),
  $avg: ofValues('$avg', 0, Infinity, (...values) => {
    const numbers = listed(values).filter(isNumeric).map(toNumber);
    return numbers.length === 0 ? null : double(numbers.reduce((total, number) => total + number, 0) / numbers.length);
  }),
  $isNumber: ofValues('$isNumber', 1, 1, isNumeric),
};

/** The entries of an only argument that is an array; else the arguments. */
export function listed(values: Value[]): Value[] {
  const [only] = values;
  return values.length === 1 && Array.isArray(only) ? only : values;
}

function numeric(name: string, value: Value): NumericValue {
  if (isNumeric(value)) return value;
  throw badValue(`${name} only supports numeric types, not ${typeName(value)}`);
}

/** A sum; of a date and milliseconds, a date. */
function addValues(left: Value, right: Value): Value {
  if (left instanceof Date && right instanceof Date) throw badValue('only one date allowed in an $add expression');
  if (left instanceof Date) return new Date(left.getTime() + toNumber(numeric('$add', right)));
  if (right instanceof Date) return addValues(right, left);
  const [a, b] = [numeric('$add', left), numeric('$add', right)];
  return add(a, b) ?? double(toNumber(a) + toNumber(b));
}

function multiplied(left: NumericValue, right: NumericValue): NumericValue {
  return multiply(left, right) ?? double(toNumber(left) * toNumber(right));
}

function remainder(left: NumericValue, right: NumericValue): NumericValue {
  if (toNumber(right) === 0) throw badValue("$mod can't divide by zero");
  // A whole Double on the right counts as an integer.
  if (isDouble(left) || !Number.isInteger(toNumber(right))) return double(toNumber(left) % toNumber(right));
  const rest = toBigInt(left) % toBigInt(right);
  const isLong = left instanceof Long || right instanceof Long || !isInt32(toNumber(right));
  return isLong ? Long.fromBigInt(rest) : integer(rest);
}

/** A number rounded at a decimal place, exact in decimals. */
function rounded(name: string, value: Value, places: Value, pick: (shifted: number) => number): NumericValue {
  const number = numeric(name, value);
  const digits = isNumeric(places) ? toNumber(places) : NaN;
  if (!Number.isInteger(digits) || digits < -20 || digits > 100) {
    throw badValue(`cannot apply ${name} with precision value ${digits}: it must be a whole number in [-20, 100]`);
  }
  if (!isDouble(number) && digits >= 0) return number;
  const result = shift(pick(shift(toNumber(number), digits)), -digits);
  if (isDouble(number)) return double(result === 0 ? toNumber(number) * 0 : result);
  return number instanceof Long || !isInt32(result) ? Long.fromNumber(result) : result;
}

/** The number with its decimal point moved, without the error that a multiplication would bring. */
function shift(value: number, places: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Number.isFinite(value) ? Number(`${digits}e${Number(exponent) + places}`) : value;
}

function halfToEven(value: number): number {
  const below = Math.floor(value);
  if (value - below !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}

export function isFalse(value: Value): boolean {
  return isNothing(value) || value === false || (isNumeric(value) && toNumber(value) === 0);
}
