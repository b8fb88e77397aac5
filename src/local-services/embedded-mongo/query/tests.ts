import { BSONRegExp } from 'bson';
import { compareNumbers, compareValues, equalValues, toBigInt } from '../bson/compare';
import { isNumeric, NumericValue, rankOf, Rank, toNumber, typeName, Value } from '../bson/value';
import { badValue } from '../errors';
import { identityOf } from '../storage/key-encoding';
import { TestOperator } from './filter';
import { toRegExp } from './regex';

/** A test of one value; a missing field comes as undefined. `isEntry` when the value is an array's entry named by position. */
export type ValueTest = (value: Value, isEntry?: boolean) => boolean;

/** The test that a filter's operator makes of the value at its path, an array there included. */
export function valueTest(operator: TestOperator, argument: Value): ValueTest {
  switch (operator) {
    case '$eq':
      return withEntries(equals(argument));
    case '$gt':
      return withEntries(compares(argument, (order) => order > 0));
    case '$gte':
      return withEntries(compares(argument, (order) => order >= 0));
    case '$lt':
      return withEntries(compares(argument, (order) => order < 0));
    case '$lte':
      return withEntries(compares(argument, (order) => order <= 0));
    case '$in':
      return withEntries(oneOf(Array.isArray(argument) ? argument : []));
    case '$exists': {
      const wanted = isTruthy(argument);
      return (value) => (value !== undefined) === wanted;
    }
    case '$type':
      return withEntries(hasType(argument));
    case '$regex':
      return withEntries(matchesRegex(argument as BSONRegExp));
    case '$mod':
      return withEntries(leavesRemainder(argument));
    case '$size': {
      const size = integerArgument('$size', argument);
      return (value) => Array.isArray(value) && value.length === size;
    }
  }
}

/** A field that holds an array passes when the array or one of its entries does; an entry named by position, only whole. */
function withEntries(test: ValueTest): ValueTest {
  return (value, isEntry) =>
    test(value) || (isEntry !== true && Array.isArray(value) && value.some((item) => test(item)));
}

function equals(wanted: Value): ValueTest {
  if (wanted === null || wanted === undefined) return (value) => value === null || value === undefined;
  if (typeof wanted === 'string' || typeof wanted === 'boolean') return (value) => value === wanted;
  return (value) => equalValues(value, wanted);
}

/** Only values of the argument's own type are compared, as MongoDB has it. */
function compares(argument: Value, accepts: (order: number) => boolean): ValueTest {
  if (argument === null || argument === undefined) {
    const equal = accepts(0);
    return (value) => equal && (value === null || value === undefined);
  }
  const rank = rankOf(argument);
  if (rank === Rank.MinKey || rank === Rank.MaxKey) {
    return (value) => value !== undefined && accepts(compareValues(value, argument));
  }
  if (isNumeric(argument) && Number.isNaN(toNumber(argument))) {
    const equal = accepts(0);
    return (value) => equal && isNumeric(value) && Number.isNaN(toNumber(value));
  }
  if (rank === Rank.Number) {
    return (value) =>
      isNumeric(value) && !Number.isNaN(toNumber(value)) && accepts(compareNumbers(value, argument as NumericValue));
  }
  return (value) => rankOf(value) === rank && accepts(compareValues(value, argument));
}

function oneOf(values: Value[]): ValueTest {
  const tests = values.filter((value) => value instanceof BSONRegExp).map(matchesRegex);
  const identities = new Set(values.filter((value) => !(value instanceof BSONRegExp)).map(identityOf));
  const orMissing = values.includes(null);
  return (value) =>
    value === undefined ? orMissing : identities.has(identityOf(value)) || tests.some((test) => test(value));
}

function matchesRegex(regex: BSONRegExp): ValueTest {
  const pattern = toRegExp(regex);
  return (value) =>
    typeof value === 'string' ? pattern.test(value) : value instanceof BSONRegExp && equalValues(value, regex);
}

const TYPE_NUMBERS = new Map([
  [1, 'double'],
  [2, 'string'],
  [3, 'object'],
  [4, 'array'],
  [5, 'binData'],
  [7, 'objectId'],
  [8, 'bool'],
  [9, 'date'],
  [10, 'null'],
  [11, 'regex'],
  [16, 'int'],
  [17, 'timestamp'],
  [18, 'long'],
  [-1, 'minKey'],
  [127, 'maxKey'],
]);
const TYPE_NAMES = new Set([...TYPE_NUMBERS.values(), 'number']);

function hasType(argument: Value): ValueTest {
  const names = (Array.isArray(argument) ? argument : [argument]).map((type) => {
    const name = isNumeric(type) ? TYPE_NUMBERS.get(toNumber(type)) : type;
    if (typeof name !== 'string' || !TYPE_NAMES.has(name))
      throw badValue(`Unknown type name alias: ${JSON.stringify(type)}`);
    return name;
  });
  const wanted = new Set(names);
  return (value) => wanted.has(typeName(value)) || (wanted.has('number') && isNumeric(value));
}

function leavesRemainder(argument: Value): ValueTest {
  if (!Array.isArray(argument) || argument.length !== 2) throw badValue('malformed mod, needs to be an array of two');
  const [divisor, remainder] = argument.map((item) => Math.trunc(integerPart('$mod', item)));
  if (divisor === 0 || divisor === undefined) throw badValue('divisor cannot be 0');
  return (value) => {
    if (!isNumeric(value)) return false;
    const whole = Math.trunc(toNumber(value));
    if (!Number.isSafeInteger(whole)) return Number.isFinite(whole) && longRest(value, divisor) === remainder;
    return whole % divisor === remainder;
  };
}

function longRest(value: NumericValue, divisor: number): number {
  return Number(BigInt.asIntN(64, toBigInt(value)) % BigInt(divisor));
}

function integerPart(name: string, value: Value): number {
  if (!isNumeric(value)) throw badValue(`${name} needs a number`);
  return toNumber(value);
}

function integerArgument(name: string, value: Value): number {
  const number = integerPart(name, value);
  if (!Number.isInteger(number) || number < 0) throw badValue(`${name} needs a whole number of 0 or more`);
  return number;
}

function isTruthy(value: Value): boolean {
  return isNumeric(value) ? toNumber(value) !== 0 : value !== false && value !== null && value !== undefined;
}
