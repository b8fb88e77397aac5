/** A calendar day as `YYYY-MM-DD`; such texts sort as the days do. */
export type Day = string;

/** Day and hour (0 to 23) on the wall clock of a zone. */
export interface LocalTime {
  day: Day;
  hour: number;
}

const QUARTER_HOUR = 900_000;
/** From here on all zones are whole quarters of an hour from UTC, and change by whole quarters. */
const SINCE_QUARTERS = Date.UTC(1973, 0);

const clocks = new Map<string, (instant: number) => LocalTime>();

/** Reads instants (epoch milliseconds) as wall-clock time of an IANA zone, by the runtime's own calendar. */
export function wallClock(zone: string): (instant: number) => LocalTime {
  let clock = clocks.get(zone);
  if (clock === undefined) clocks.set(zone, (clock = rememberingClock(zone)));
  return clock;
}

/** Asks the calendar once for each quarter of an hour: a history has several plays in most of those that it has any in. */
function rememberingClock(zone: string): (instant: number) => LocalTime {
  const read = calendarClock(zone);
  const quarters = new Map<number, LocalTime>();
  return (instant) => {
    if (instant < SINCE_QUARTERS) return read(instant);
    const quarter = Math.floor(instant / QUARTER_HOUR);
    let time = quarters.get(quarter);
    if (time === undefined) quarters.set(quarter, (time = read(quarter * QUARTER_HOUR)));
    return time;
  };
}

function calendarClock(zone: string): (instant: number) => LocalTime {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  });
  return (instant) => {
    const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
    for (const { type, value } of format.formatToParts(instant)) part[type] = value;
    const { year = '', month = '', day = '', hour = '' } = part;
    return { day: `${year.padStart(4, '0')}-${month}-${day}`, hour: Number(hour) };
  };
}

/** Days are counted on the calendar alone, without clock or zone. */
export function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** 0 Monday to 6 Sunday. */
export function weekday(day: Day): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** The ISO 8601 week, `2020-W53`: a week belongs to the year that its Thursday lies in. */
export function isoWeek(day: Day): string {
  const thursday = addDays(day, 3 - weekday(day));
  const year = thursday.slice(0, 4);
  let week = 1;
  for (let other = addDays(thursday, -7); other.startsWith(year); other = addDays(other, -7)) week += 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}
