import { Long, ObjectId } from 'bson';
import { Context, evalExpr, ProcessingMode } from 'mingo/core';
import * as expressions from 'mingo/operators/expression';
import type { Any, AnyObject, Options } from 'mingo/types';
import { Doc, isDoc, isNumeric, toNumber, typeName, Value } from '../../bson/value';
import { badValue, CommandError } from '../../errors';
import { Compile, Evaluator, fieldsOf, isNothing, Operator, OperatorTable } from './operator';

const PART_FIELDS = ['date', 'timezone'];
/** Operators that take a date by itself, or with a time zone. */
const PARTS = [
  '$year',
  '$month',
  '$dayOfMonth',
  '$dayOfWeek',
  '$dayOfYear',
  '$hour',
  '$minute',
  '$second',
  '$millisecond',
  '$week',
  '$isoWeek',
  '$isoWeekYear',
  '$isoDayOfWeek',
] as const;

/** Operators on dates; the calendar is mingo's. */
export const DATES: OperatorTable = {
  ...Object.fromEntries<Operator>(PARTS.map((name) => [name, ofDates(name, PART_FIELDS)])),
  $dateToString: ofDates('$dateToString', ['date', 'format', 'timezone', 'onNull']),
  $dateToParts: ofDates('$dateToParts', ['date', 'timezone']),
  $dateTrunc: ofDates('$dateTrunc', ['date', 'unit', 'binSize', 'timezone', 'startOfWeek']),
  $dateAdd: ofDates('$dateAdd', ['startDate', 'unit', 'amount', 'timezone']),
  $dateSubtract: ofDates('$dateSubtract', ['startDate', 'unit', 'amount', 'timezone']),
  $dateDiff: ofDates('$dateDiff', ['startDate', 'endDate', 'unit', 'timezone', 'startOfWeek']),
  $dateFromParts: ofDates('$dateFromParts', [
    'year',
    'month',
    'day',
    'hour',
    'minute',
    'second',
    'millisecond',
    'timezone',
  ]),
};

const DATE_FIELDS = new Set(['date', 'startDate', 'endDate']);
const LONG_RESULTS = new Set(['$dateDiff', '$isoWeekYear']);

const options = {
  context: Context.init({
    expression: { ...expressions, $isoWeekYear: isoWeekYear, $dateToString: dateToString },
  }),
  useStrictMode: true,
  scriptEnabled: false,
  failOnError: true,
  idKey: '_id',
  processingMode: ProcessingMode.CLONE_OFF,
};

function ofDates(name: string, fields: readonly string[]): Operator {
  return (argument, compile) => {
    const isNamed = isDoc(argument) && Object.keys(argument)[0]?.startsWith('$') === false;
    if (!isNamed && fields !== PART_FIELDS) throw badValue(`${name} takes an object`);
    const only = Array.isArray(argument) && argument.length === 1 ? argument[0] : argument;
    const evaluate = compileFields(isNamed ? fieldsOf(name, fields, argument) : { date: only }, compile);
    return (doc, variables) => {
      const { onNull = null, ...values } = evaluate(doc, variables) as Doc;
      if (Object.values(values).some(isNothing)) return onNull;
      const given = Object.keys(values).map((field) => [field, { $literal: plain(name, field, values[field]) }]);
      return typed(name, computed(name, Object.fromEntries(given) as Any));
    };
  };
}

function compileFields(fields: Doc, compile: Compile): Evaluator {
  const evaluators = Object.keys(fields).map((field) => ({ field, evaluate: compile(fields[field]) }));
  return (doc, variables) => {
    const values = evaluators.map(({ field, evaluate }) => [field, evaluate(doc, variables)]);
    return Object.fromEntries(values) as Doc;
  };
}

/** mingo takes dates and JavaScript's numbers. */
function plain(name: string, field: string, value: Value): Value {
  if (!DATE_FIELDS.has(field)) return isNumeric(value) ? toNumber(value) : value;
  if (value instanceof ObjectId) return value.getTimestamp();
  if (value instanceof Date) return value;
  throw badValue(`${name} can't convert from ${typeName(value)} to a date`);
}

function computed(name: string, argument: Any): Value {
  try {
    return evalExpr({}, { [name]: argument }, options) as Value;
  } catch (error) {
    if (error instanceof CommandError || !(error instanceof Error)) throw error;
    throw badValue(`${name}: ${error.message.replace(/^mingo: /, '')}`);
  }
}

function typed(name: string, value: Value): Value {
  if (value instanceof Date && Number.isNaN(value.getTime())) throw badValue(`${name}: the date is out of range`);
  return LONG_RESULTS.has(name) && typeof value === 'number' ? Long.fromNumber(value) : value;
}

/** The year that a date's ISO week belongs to: that of the week's Thursday. mingo answers the calendar year. */
function isoWeekYear(doc: Any, argument: Any, given: Options): Any {
  const { date, ...zone } = argument as Doc;
  const weekday = evalExpr(doc, { $isoDayOfWeek: argument }, given);
  const shifted = { $dateAdd: { startDate: date, unit: 'day', amount: 4, ...zone } } as Any;
  const thursday = { $dateSubtract: { startDate: shifted, unit: 'day', amount: weekday, ...zone } } as Any;
  return evalExpr(doc, { $year: { date: thursday, ...zone } }, given);
}

/** mingo's, but for `%G`, where it writes the calendar year. */
function dateToString(doc: Any, argument: Any, given: Options): Any {
  const { date, timezone, format } = argument as Doc;
  const text = isDoc(format) ? format.$literal : undefined;
  if (typeof text !== 'string' || !text.includes('%G')) {
    return expressions.$dateToString(doc as AnyObject, argument, given);
  }
  const year = String(isoWeekYear(doc, { date, ...(timezone !== undefined && { timezone }) }, given));
  const written = text.replace(/%%|%G/g, (part) => (part === '%G' ? year.padStart(4, '0') : part));
  return expressions.$dateToString(doc as AnyObject, { ...(argument as Doc), format: written }, given);
}
