import { IANAZone } from 'luxon';
import { zoneOffsets } from './zone-offsets';
import { DAY_MS, HOUR_MS } from './durations';

/** No zone lies further from UTC than 14 hours; one more leaves room for a change of the clocks. */
const WIDEST_OFFSET_MS = 15 * HOUR_MS;

/** A calendar day, `YYYY-MM-DD`, without a time zone. Days order as their strings do. */
export type Day = string;

/** Where an instant falls on a wall clock. */
export interface LocalTime {
  day: Day;
  /** 0 to 23. */
  hour: number;
}

/** Whether the runtime knows this IANA zone name. */
export function isValidZone(name: string): boolean {
  return IANAZone.isValidZone(name);
}

/** Newer runtimes also take offsets such as `+02:00` for zones; statistics need a zone that knows its summer time. */
const ZONE_NAME = /^[A-Za-z][\w+/-]{1,63}$/;

/** Whether a text is the name of a zone, in any case, and not an offset. */
export function isKnownZone(text: string): boolean {
  return ZONE_NAME.test(text) && isValidZone(text);
}

/** How a part of a zone's name is written: `Europe`, `US`, `GMT+0`, `EST5EDT`. */
const ZONE_PART = /^(?:[A-Z][a-z]|[A-Z]{1,3}(?![A-Za-z]))/;

/**
 * The name of a zone as IANA writes it: runtimes take `europe/berlin` too. A second name of a zone (`Asia/Kolkata`) stays
 * what it is; if it is written in any other way it becomes the runtime's name for that zone.
 *
 * @param name valid by isValidZone
 */
export function canonicalZone(name: string): string {
  const known = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  if (known.toLowerCase() === name.toLowerCase()) return known;
  return name.split('/').every((part) => ZONE_PART.test(part)) ? name : known;
}

/** Whether the text is a `YYYY-MM-DD` day that exists. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && dayFromNumber(dayNumber(text)) === text;
}

/** The calendar day of an instant in a zone. */
export function dayOf(instant: Date, zone: string): Day {
  return localTimeOf(instant, zone).day;
}

/** The calendar day and the hour of an instant in a zone. */
export function localTimeOf(instant: Date, zone: string): LocalTime {
  const utc = instant.getTime();
  const local = utc + zoneOffsets(zone).offsetAt(utc);
  const number = Math.floor(local / DAY_MS);
  return { day: dayFromNumber(number), hour: Math.floor((local - number * DAY_MS) / HOUR_MS) };
}

/**
 * The first instant of a day in a zone: midnight, or where the clocks skip midnight the instant they change.
 * A day that a zone left out altogether starts and ends at that instant.
 */
export function startOfDay(day: Day, zone: string): Date {
  const midnight = dayNumber(day) * DAY_MS;
  for (const { from, to, offset } of segmentsAround(midnight, zone)) {
    const start = Math.max(from, midnight - offset);
    if (start < to) return new Date(start);
  }
  throw new RangeError(`"${day}" is not a day of the calendar.`);
}

/**
 * The instant just after a day's last one in a zone. Where clocks go back over midnight this lies after the next day's
 * start, because the day comes back for an hour: what is read between the two must still be sorted by `dayOf`.
 */
export function endOfDay(day: Day, zone: string): Date {
  const midnight = (dayNumber(day) + 1) * DAY_MS;
  for (const { from, to, offset } of segmentsAround(midnight, zone).reverse()) {
    const end = Math.min(to, midnight - offset);
    if (end > from) return new Date(end);
  }
  throw new RangeError(`"${day}" is not a day of the calendar.`);
}

/** The day so many days later, or earlier when negative. */
export function addDays(day: Day, days: number): Day {
  return dayFromNumber(dayNumber(day) + days);
}

/** How many days `to` lies after `from`. */
export function daysBetween(from: Day, to: Day): number {
  return dayNumber(to) - dayNumber(from);
}

/** Every day from the first to the last, both included. */
export function eachDay(first: Day, last: Day): Day[] {
  const start = dayNumber(first);
  return Array.from({ length: Math.max(0, dayNumber(last) - start + 1) }, (_, index) => dayFromNumber(start + index));
}

/** 0 Monday to 6 Sunday. */
export function weekdayOf(day: Day): number {
  return weekdayOfNumber(dayNumber(day));
}

/** The month a day lies in, `YYYY-MM`. */
export function monthOf(day: Day): string {
  return day.slice(0, 7);
}

/** The ISO 8601 week a day lies in, with its ISO year: `2020-W53`, strftime's `%G-W%V`. */
export function isoWeekOf(day: Day): string {
  const number = dayNumber(day);
  // A week belongs to the year its Thursday lies in.
  const thursday = number - weekdayOfNumber(number) + 3;
  const year = dayFromNumber(thursday).slice(0, 4);
  const week = Math.floor((thursday - dayNumber(`${year}-01-01`)) / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

function segmentsAround(localInstant: number, zone: string) {
  return zoneOffsets(zone).segmentsBetween(localInstant - WIDEST_OFFSET_MS, localInstant + WIDEST_OFFSET_MS);
}

/** Days since 1970-01-01, which was a Thursday. */
function dayNumber(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS;
}

function weekdayOfNumber(number: number): number {
  return (((number + 3) % 7) + 7) % 7;
}

const dayNames = new Map<number, Day>();

function dayFromNumber(number: number): Day {
  let day = dayNames.get(number);
  if (day === undefined) {
    const date = new Date(number * DAY_MS);
    if (Number.isNaN(date.getTime())) return 'not a day';
    day = date.toISOString().slice(0, 10);
    dayNames.set(number, day);
  }
  return day;
}
