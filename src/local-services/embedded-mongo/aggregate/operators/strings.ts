import { BSONRegExp, Long, ObjectId } from 'bson';
import { compareStrings, toBigInt } from '../../bson/compare';
import {
  Doc,
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
import { toRegExp } from '../../query/regex';
import { isFalse } from './arithmetic';
import {
  isNothing,
  ofFields,
  ofList,
  ofPresent,
  ofValues,
  Operator,
  OperatorTable,
  stringArgument,
  wholeArgument,
} from './operator';

/** Operators on strings, and conversions. */
export const STRINGS: OperatorTable = {
  $concat: ofList('$concat', (parts) => parts.map((part) => stringArgument('$concat', part)).join('')),
  $toLower: ofValues('$toLower', 1, 1, (value) =>
    textOf('$toLower', value).replace(/[A-Z]+/g, (part) => part.toLowerCase()),
  ),
  $toUpper: ofValues('$toUpper', 1, 1, (value) =>
    textOf('$toUpper', value).replace(/[a-z]+/g, (part) => part.toUpperCase()),
  ),
  $strLenCP: ofValues('$strLenCP', 1, 1, (value) => Array.from(stringArgument('$strLenCP', value)).length),
  $strLenBytes: ofValues('$strLenBytes', 1, 1, (value) => Buffer.byteLength(stringArgument('$strLenBytes', value))),
  $substrCP: ofValues('$substrCP', 3, 3, (value, start, length) => {
    const [from, count] = [wholeArgument('$substrCP', start), wholeArgument('$substrCP', length)];
    if (from < 0 || count < 0) throw badValue('$substrCP needs a start and a length of 0 or more');
    return Array.from(textOf('$substrCP', value))
      .slice(from, from + count)
      .join('');
  }),
  $split: ofPresent('$split', 2, 2, (value, separator) => {
    if (separator === '') throw badValue('$split requires a non-empty separator');
    return stringArgument('$split', value).split(stringArgument('$split', separator));
  }),
  $trim: trimming('$trim', true, true),
  $ltrim: trimming('$ltrim', true, false),
  $rtrim: trimming('$rtrim', false, true),
  $replaceOne: replacing('$replaceOne', (input, find, by) => input.replace(find, () => by)),
  $replaceAll: replacing('$replaceAll', (input, find, by) => input.replaceAll(find, () => by)),
  $strcasecmp: ofValues('$strcasecmp', 2, 2, (left, right) => {
    const [a, b] = [textOf('$strcasecmp', left), textOf('$strcasecmp', right)];
    return Math.sign(compareStrings(a.toUpperCase(), b.toUpperCase()));
  }),
  $regexMatch: ofFields('$regexMatch', ['input', 'regex', 'options'], ({ input, regex, options = '' }) => {
    if (isNothing(input) || isNothing(regex)) return false;
    const given = typeof regex === 'string' ? new BSONRegExp(regex, stringArgument('$regexMatch', options)) : regex;
    if (!(given instanceof BSONRegExp)) throw badValue("$regexMatch needs 'regex' to be a string or a regex");
    return toRegExp(given).test(stringArgument('$regexMatch', input));
  }),
  $type: ofValues('$type', 1, 1, typeName),
  $toString: ofPresent('$toString', 1, 1, (value) => {
    if (value instanceof ObjectId) return value.toHexString();
    if (typeof value === 'boolean') return String(value);
    return textOf('$toString', value);
  }),
  $toBool: ofPresent('$toBool', 1, 1, (value) => !isFalse(value)),
  $toInt: conversion('$toInt', (number) => {
    const whole = Math.trunc(toNumber(number));
    return isInt32(whole + 0) ? whole + 0 : undefined;
  }),
  $toLong: conversion('$toLong', (number) => {
    if (number instanceof Long) return number;
    const whole = Math.trunc(toNumber(number));
    return Math.abs(whole) < 2 ** 63 ? Long.fromBigInt(BigInt(whole)) : undefined;
  }),
  $toDouble: conversion('$toDouble', (number) => double(toNumber(number))),
  $toDate: ofPresent('$toDate', 1, 1, (value) => {
    if (value instanceof Date) return value;
    if (value instanceof ObjectId) return value.getTimestamp();
    const date = new Date(isNumeric(value) ? Math.trunc(toNumber(value)) : typeof value === 'string' ? value : NaN);
    const supported =
      (isNumeric(value) && !isInt32Value(value)) ||
      (typeof value === 'string' && /^\d{4}-\d\d-\d\d(T.*(Z|[+-]\d\d:?\d\d))?$/.test(value));
    if (!supported || Number.isNaN(date.getTime())) throw badValue(`$toDate does not convert this ${typeName(value)}`);
    return date;
  }),
};

function isInt32Value(value: NumericValue): boolean {
  return !(value instanceof Long) && !isDouble(value);
}

/** What a string operator makes of a value that is no string: nothing is empty, a number its digits, a date ISO 8601. */
function textOf(name: string, value: Value): string {
  if (typeof value === 'string') return value;
  if (isNothing(value)) return '';
  if (value instanceof Date) return value.toISOString();
  if (isNumeric(value) && value instanceof Long) return value.toString();
  if (isNumeric(value) && hasPlainDigits(toNumber(value))) return String(toNumber(value));
  throw badValue(`${name} does not convert ${typeName(value)} to a string`);
}

/** Where JavaScript and MongoDB write a Double alike. */
function hasPlainDigits(number: number): boolean {
  const size = Math.abs(number);
  return Object.is(number, 0) || (size >= 1e-4 && size < 1e15);
}

const BLANKS = '\0 \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a';

function trimming(name: string, atStart: boolean, atEnd: boolean): Operator {
  return ofFields(name, ['input', 'chars'], ({ input, chars = BLANKS }) => {
    if (isNothing(input) || isNothing(chars)) return null;
    const unwanted = new Set(stringArgument(name, chars));
    const characters = Array.from(stringArgument(name, input));
    let [start, end] = [0, characters.length];
    while (atStart && start < end && unwanted.has(characters[start] ?? '')) start++;
    while (atEnd && end > start && unwanted.has(characters[end - 1] ?? '')) end--;
    return characters.slice(start, end).join('');
  });
}

function replacing(name: string, replace: (input: string, find: string, by: string) => string): Operator {
  return ofFields(name, ['input', 'find', 'replacement'], ({ input, find, replacement }: Doc) => {
    if ([input, find, replacement].some(isNothing)) return null;
    const [text, wanted, by] = [input, find, replacement].map((value) => stringArgument(name, value));
    return replace(text ?? '', wanted ?? '', by ?? '');
  });
}

/** A conversion to a number, of numbers, booleans, dates (to whole milliseconds) and decimal strings. */
function conversion(name: string, convert: (number: NumericValue) => NumericValue | undefined): Operator {
  return ofPresent(name, 1, 1, (value) => {
    const result = convert(numberFrom(name, value));
    if (result === undefined || (name !== '$toDouble' && Number.isNaN(toNumber(result)))) {
      throw badValue(`${name}: the value is out of range`);
    }
    return result;
  });
}

function numberFrom(name: string, value: Value): NumericValue {
  if (isNumeric(value)) return value;
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof Date && name !== '$toInt') return Long.fromNumber(value.getTime());
  const pattern = name === '$toDouble' ? /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i : /^[+-]?\d+$/;
  if (typeof value !== 'string' || !pattern.test(value))
    throw badValue(`${name} does not convert this ${typeName(value)}`);
  if (name === '$toDouble') return double(Number(value));
  const whole = BigInt(value.replace('+', ''));
  if (whole !== BigInt.asIntN(64, whole)) throw badValue(`${name}: the value is out of range`);
  const number = integer(whole);
  return number instanceof Long ? Long.fromBigInt(toBigInt(number)) : number;
}
