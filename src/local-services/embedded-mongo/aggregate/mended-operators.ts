import { evalExpr } from 'mingo/core';
import * as expressions from 'mingo/operators/expression';
import type { Any, AnyObject, Options } from 'mingo/types';
import { compareValues } from '../bson/compare';
import { isDoc, Value } from '../bson/value';
import { badValue } from '../errors';
import { identityOf } from '../storage/key-encoding';

type Operator = (doc: Any, argument: Any, options: Options) => Any;

/** Comparison by BSON order, missing apart from null, in place of mingo's comparison by JavaScript's rules. */
function comparison(name: string, result: (order: number) => boolean | number): Operator {
  return (doc, argument, options) => {
    const [left, right] = pair(name, doc, argument, options);
    return result(compareValues(left, right));
  };
}

function pair(name: string, doc: Any, argument: Any, options: Options): Value[] {
  const values = evalExpr(doc, argument, options) as Value;
  if (!Array.isArray(values) || values.length !== 2) throw badValue(`Expression ${name} takes exactly 2 arguments`);
  return values;
}

/** The greatest (`sign` 1) or least (-1) of the values; null and missing do not count. */
export function extreme(values: readonly Value[], sign: 1 | -1): Value {
  let best: Value = null;
  for (const value of values) {
    if (value === null || value === undefined) continue;
    if (best === null || sign * compareValues(value, best) > 0) best = value;
  }
  return best;
}

function extremeOperator(sign: 1 | -1): Operator {
  return (doc, argument, options) => {
    const value = evalExpr(doc, argument, options) as Value;
    const only = Array.isArray(value) && value.length === 1 && Array.isArray(argument) ? value[0] : value;
    return extreme(Array.isArray(only) ? only : [only], sign);
  };
}

/** `$round` and `$trunc`: with or without a number of places, and exact in decimals, as mingo's are not. */
function toPlaces(name: string, pick: (shifted: number) => number): Operator {
  return (doc, argument, options) => {
    const given = evalExpr(doc, Array.isArray(argument) ? argument : [argument], options) as Value[];
    const [value, places = 0] = given;
    if (value === null || value === undefined || places === null) return null;
    if (typeof value !== 'number' || typeof places !== 'number') throw badValue(`${name} only supports numeric types`);
    if (!Number.isInteger(places) || places < -20 || places > 100) {
      throw badValue(`cannot apply ${name} with precision value ${places}: it must be in [-20, 100]`);
    }
    return shift(pick(shift(value, places)), -places);
  };
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

/** The year that a date's ISO week belongs to: that of the week's Thursday. mingo answers the calendar year. */
function isoWeekYear(doc: Any, argument: Any, options: Options): Any {
  const shifted = { $dateAdd: { startDate: dateOf(argument), unit: 'day', amount: 4, ...zoneOf(argument) } };
  const weekday = evalExpr(doc, { $isoDayOfWeek: argument }, options) as Value;
  if (typeof weekday !== 'number') return null;
  const thursday = { $dateSubtract: { startDate: shifted, unit: 'day', amount: weekday, ...zoneOf(argument) } };
  return evalExpr(doc, { $year: { date: thursday, ...zoneOf(argument) } }, options);
}

/** mingo's, but for `%G`, where it writes the calendar year. */
function dateToString(doc: Any, argument: Any, options: Options): Any {
  const format = isDoc(argument) ? argument.format : undefined;
  if (!isDoc(argument) || typeof format !== 'string' || !/%G/.test(format)) {
    return expressions.$dateToString(doc as AnyObject, argument, options);
  }
  const year = isoWeekYear(doc, argument, options);
  if (typeof year !== 'number') return null;
  const written = format.replace(/%%|%G/g, (part) => (part === '%G' ? String(year).padStart(4, '0') : part));
  return expressions.$dateToString(doc as AnyObject, { ...argument, format: written }, options);
}

function dateOf(argument: Any): Any {
  return isDoc(argument) && 'date' in argument ? argument.date : argument;
}

function zoneOf(argument: Any): Record<string, Any> {
  return isDoc(argument) && 'timezone' in argument ? { timezone: argument.timezone } : {};
}

/** Operators of the expression language that mingo answers differently from MongoDB's manual. */
export const MENDED_OPERATORS: Record<`$${string}`, Operator> = {
  $eq: comparison('$eq', (order) => order === 0),
  $ne: comparison('$ne', (order) => order !== 0),
  $gt: comparison('$gt', (order) => order > 0),
  $gte: comparison('$gte', (order) => order >= 0),
  $lt: comparison('$lt', (order) => order < 0),
  $lte: comparison('$lte', (order) => order <= 0),
  $cmp: comparison('$cmp', Math.sign),
  $max: extremeOperator(1),
  $min: extremeOperator(-1),
  $round: toPlaces('$round', halfToEven),
  $trunc: toPlaces('$trunc', Math.trunc),
  $isoWeekYear: isoWeekYear,
  $dateToString: dateToString,
  $in: (doc, argument, options) => {
    const [item, list] = pair('$in', doc, argument, options);
    if (!Array.isArray(list)) throw badValue('$in requires an array as a second argument');
    const identity = identityOf(item);
    return list.some((entry) => identityOf(entry) === identity);
  },
};
