import { DateTime, type DurationLikeObject, FixedOffsetZone, IANAZone, type Zone } from 'luxon';
import { Value } from '../../bson/value';
import { badValue } from '../../errors';

export const FORMAT = '%Y-%m-%dT%H:%M:%S.%L';

const HOUR_MS = 3_600_000;
/** How long units are that have a length. */
const LENGTHS: Record<string, number> = { hour: HOUR_MS, minute: 60_000, second: 1000, millisecond: 1 };
const CALENDAR_UNITS = ['year', 'quarter', 'month', 'week', 'day'] as const;
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** @throws CommandError (BadValue) for what is neither an Olson name nor an offset such as `+05:30` */
export function zoneOf(name: Value): Zone {
  if (name === undefined) return FixedOffsetZone.utcInstance;
  const [, sign, hours = '', minutes = '0'] =
    typeof name === 'string' ? (/^([+-])(\d\d)(?::?(\d\d))?$/.exec(name) ?? []) : [];
  if (sign !== undefined)
    return FixedOffsetZone.instance((sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)));
  if (typeof name === 'string' && IANAZone.isValidZone(name)) return IANAZone.create(name);
  throw badValue(`unrecognized time zone identifier: ${JSON.stringify(name)}`);
}

function unitOf(unit: Value): string {
  const known = typeof unit === 'string' && (unit in LENGTHS || (CALENDAR_UNITS as readonly string[]).includes(unit));
  if (!known) throw badValue(`unknown time unit value: ${JSON.stringify(unit)}`);
  return unit;
}

export function durationOf(unit: Value, amount: number): DurationLikeObject {
  return { [`${unitOf(unit)}s`]: amount };
}

/** The weekday, 1 for Monday to 7, that weeks begin with; Sunday unless told. */
export function weekStart(name: Value = 'sunday'): number {
  const index = WEEKDAYS.findIndex(
    (day) => typeof name === 'string' && (day === name.toLowerCase() || day.slice(0, 3) === name.toLowerCase()),
  );
  if (index === -1) throw badValue(`unknown day of week value: ${JSON.stringify(name)}`);
  return index + 1;
}

export function truncated(date: DateTime, unit: Value, firstDay: number): DateTime {
  const name = unitOf(unit);
  if (name === 'week') return date.startOf('day').minus({ days: (date.weekday - firstDay + 7) % 7 });
  return date.startOf(name as 'day');
}

/** How many beginnings of units lie between two dates. */
export function difference(start: DateTime, end: DateTime, unit: Value, firstDay: number): number {
  const name = unitOf(unit);
  const length = LENGTHS[name];
  if (length !== undefined) return count(end, length) - count(start, length);
  switch (name) {
    case 'year':
      return end.year - start.year;
    case 'quarter':
      return (end.year - start.year) * 4 + end.quarter - start.quarter;
    case 'month':
      return (end.year - start.year) * 12 + end.month - start.month;
    case 'week':
      return (days(truncated(end, 'week', firstDay)) - days(truncated(start, 'week', firstDay))) / 7;
    default:
      return days(end) - days(start);
  }
}

function count(date: DateTime, length: number): number {
  return Math.floor((date.toMillis() + date.offset * 60_000) / length);
}

function days(date: DateTime): number {
  return count(date, 24 * HOUR_MS);
}

/** The week of the year, where week 1 begins with the first Sunday and the days before are in week 0. */
export function sundayWeek(date: DateTime): number {
  return Math.floor((date.ordinal + 6 - (date.weekday % 7)) / 7);
}

const TOKENS: Record<string, (date: DateTime) => string> = {
  Y: (date) => padded(date.year, 4),
  G: (date) => padded(date.weekYear, 4),
  m: (date) => padded(date.month, 2),
  d: (date) => padded(date.day, 2),
  j: (date) => padded(date.ordinal, 3),
  H: (date) => padded(date.hour, 2),
  M: (date) => padded(date.minute, 2),
  S: (date) => padded(date.second, 2),
  L: (date) => padded(date.millisecond, 3),
  w: (date) => String((date.weekday % 7) + 1),
  u: (date) => String(date.weekday),
  U: (date) => padded(sundayWeek(date), 2),
  V: (date) => padded(date.weekNumber, 2),
  z: (date) => date.toFormat('ZZZ'),
  '%': () => '%',
};

/** @throws CommandError (BadValue) for a token that the engine does not have */
export function formatted(date: DateTime, format: string): string {
  return format.replace(/%(.?)/gs, (token, letter: string) => {
    const write = Object.hasOwn(TOKENS, letter) ? TOKENS[letter] : undefined;
    if (!write) throw badValue(`Invalid format character '${token}' in format string`);
    return write(date);
  });
}

function padded(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
