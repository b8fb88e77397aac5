import { MINUTE_MS } from '../../../common/durations';

/**
 * A date and a time of day in ISO 8601, a blank allowed for the `T`, then `Z`, ` UTC`, an offset or nothing. A fraction may
 * follow a comma, and an offset may be of hours alone.
 */
const TIME = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)(?:[Zz]| UTC|([+-])(\d\d)(?::?(\d\d))?)?$/;

/** As nearly all are spelt, so that they need not be taken apart. */
const USUAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** The clocks furthest behind and ahead of UTC, in minutes. */
const FURTHEST_BEHIND = -12 * 60;
const FURTHEST_AHEAD = 14 * 60;

/**
 * A time as exports spell it, `2023-04-01T08:15:30Z` or `2023-04-01 08:15`, as ms since 1970; null when it is no such
 * time. Without a zone it is in UTC. Fractions count down to the millisecond.
 */
export function parseTime(text: string): number | null {
  if (USUAL.test(text)) return toInstant(text);
  const [, date, clock, sign, hours, minutes = '00'] = TIME.exec(text) ?? [];
  if (date === undefined || clock === undefined) return null;
  const instant = toInstant(`${date}T${clock.replace(',', '.')}Z`);
  if (instant === null || sign === undefined) return instant;
  const offset = offsetOf(sign, Number(hours), Number(minutes));
  return offset === null ? null : instant - offset * MINUTE_MS;
}

/** `Date.parse` takes 24:00 for the next day and the 30th of February for the 1st or 2nd of March; neither is a time here. */
function toInstant(utc: string): number | null {
  const instant = Date.parse(utc);
  return new Date(instant).getUTCDate() === Number(utc.slice(8, 10)) ? instant : null;
}

/** Minutes ahead of UTC; null for an offset that no clock has. */
function offsetOf(sign: string, hours: number, minutes: number): number | null {
  const offset = (hours * 60 + minutes) * (sign === '-' ? -1 : 1);
  return minutes < 60 && offset >= FURTHEST_BEHIND && offset <= FURTHEST_AHEAD ? offset : null;
}
