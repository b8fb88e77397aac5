import { Long, ObjectId } from 'bson';
import { DateTime } from 'luxon';
import { Doc, isDoc, isNumeric, toNumber, typeName, Value } from '../../bson/value';
import { badValue } from '../../errors';
import { difference, durationOf, FORMAT, formatted, sundayWeek, truncated, weekStart, zoneOf } from './calendar';
import { isNothing, ofFields, Operator, OperatorTable, wholeArgument } from './operator';

const PARTS: Record<`$${string}`, (date: DateTime) => Value> = {
  $year: (date) => date.year,
  $month: (date) => date.month,
  $dayOfMonth: (date) => date.day,
  $dayOfWeek: (date) => (date.weekday % 7) + 1,
  $dayOfYear: (date) => date.ordinal,
  $hour: (date) => date.hour,
  $minute: (date) => date.minute,
  $second: (date) => date.second,
  $millisecond: (date) => date.millisecond,
  $week: sundayWeek,
  $isoWeek: (date) => date.weekNumber,
  $isoWeekYear: (date) => Long.fromNumber(date.weekYear),
  $isoDayOfWeek: (date) => date.weekday,
};

/** Operators on dates. */
export const DATES: OperatorTable = {
  ...Object.fromEntries(Object.keys(PARTS).map((name) => [name, partOf(name)])),
  $dateToParts: ofDates('$dateToParts', ['date'], ({ date }) => {
    const { year, month, day, hour, minute, second, millisecond } = dateOf('$dateToParts', date);
    return { year, month, day, hour, minute, second, millisecond };
  }),
  $dateToString: ofDates('$dateToString', ['date', 'format', 'onNull'], ({ date, format, zone }) => {
    const pattern = format ?? (zone === undefined ? `${FORMAT}Z` : FORMAT);
    if (typeof pattern !== 'string') throw badValue("$dateToString requires that 'format' be a string");
    return formatted(dateOf('$dateToString', date, zone), pattern);
  }),
  $dateTrunc: ofDates('$dateTrunc', ['date', 'unit', 'startOfWeek'], ({ date, unit, startOfWeek, zone }) =>
    truncated(dateOf('$dateTrunc', date, zone), unit, weekStart(startOfWeek)).toJSDate(),
  ),
  $dateAdd: ofDates('$dateAdd', ['startDate', 'unit', 'amount'], (values) => moved('$dateAdd', values, 1)),
  $dateSubtract: ofDates('$dateSubtract', ['startDate', 'unit', 'amount'], (values) =>
    moved('$dateSubtract', values, -1),
  ),
  $dateDiff: ofDates('$dateDiff', ['startDate', 'endDate', 'unit', 'startOfWeek'], (values) => {
    const { startDate, endDate, unit, startOfWeek, zone } = values;
    const [start, end] = [startDate, endDate].map((date) => dateOf('$dateDiff', date, zone)) as [DateTime, DateTime];
    return Long.fromNumber(difference(start, end, unit, weekStart(startOfWeek)));
  }),
  $dateFromParts: ofDates(
    '$dateFromParts',
    ['year', 'month', 'day', 'hour', 'minute', 'second', 'millisecond'],
    ({ zone, ...parts }) => {
      const [year = NaN, month = 1, day = 1, hours = 0, minutes = 0, seconds = 0, milliseconds = 0] = [
        'year',
        'month',
        'day',
        'hour',
        'minute',
        'second',
        'millisecond',
      ].map((part) => (parts[part] === undefined ? undefined : wholeArgument('$dateFromParts', parts[part])));
      if (!(year >= 1 && year <= 9999)) throw badValue("$dateFromParts needs a 'year' from 1 to 9999");
      // Parts beyond their range carry over into the greater ones.
      const first = DateTime.fromObject({ year }, { zone: zoneOf(zone) }).plus({ months: month - 1, days: day - 1 });
      return first.plus({ hours, minutes, seconds, milliseconds }).toJSDate();
    },
  ),
};

/** An operator of named arguments with a `timezone` among them; null when any of them is null or missing. */
function ofDates(name: string, fields: readonly string[], call: (values: Doc) => Value): Operator {
  return ofFields(name, [...fields, 'timezone'], ({ timezone, onNull, ...given }) => {
    if (Object.values(given).some(isNothing)) return onNull === undefined ? null : onNull;
    if (timezone === null) return null;
    return call({ ...given, zone: timezone });
  });
}

/** An operator that takes a date by itself, or a document with the date and a time zone. */
function partOf(name: string): Operator {
  const pick = PARTS[name as `$${string}`];
  const named = ofDates(name, ['date'], ({ date, zone }) => pick?.(dateOf(name, date, zone)));
  return (argument, compile) => {
    const isNamed = isDoc(argument) && Object.keys(argument)[0]?.startsWith('$') === false;
    const only = Array.isArray(argument) && argument.length === 1 ? argument[0] : argument;
    return named(isNamed ? argument : { date: only ?? null }, compile);
  };
}

function dateOf(name: string, value: Value, zone?: Value): DateTime {
  const date = value instanceof ObjectId ? value.getTimestamp() : value;
  if (!(date instanceof Date)) throw badValue(`${name} can't convert from ${typeName(value)} to a date`);
  return DateTime.fromJSDate(date, { zone: zoneOf(zone) });
}

function moved(name: string, { startDate, unit, amount, zone }: Doc, sign: 1 | -1): Value {
  const number = isNumeric(amount) ? toNumber(amount) : NaN;
  if (!Number.isSafeInteger(number)) throw badValue(`${name} expects a whole number of units`);
  const result = dateOf(name, startDate, zone).plus(durationOf(unit, sign * number));
  if (!result.isValid) throw badValue(`${name}: the date is out of range`);
  return result.toJSDate();
}
