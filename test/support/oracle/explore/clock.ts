import { addDays, type Day } from '../local-time';

export { addDays, isoWeek, weekday, type Day } from '../local-time';

/** An instant on the wall clock of a zone. */
export interface ClockTime {
  day: Day;
  hour: number;
  minute: number;
}

const clocks = new Map<string, (instant: number) => ClockTime>();

/** Reads instants (epoch milliseconds) as wall-clock time of a zone, by the runtime's own calendar. */
export function clockOf(zone: string): (instant: number) => ClockTime {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const read = (instant: number): ClockTime => {
    const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
    for (const { type, value } of format.formatToParts(instant)) part[type] = value;
    const { year = '', month = '', day = '', hour = '', minute = '' } = part;
    return { day: `${year.padStart(4, '0')}-${month}-${day}`, hour: Number(hour), minute: Number(minute) };
  };
  clocks.set(zone, read);
  return read;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const starts = new Map<string, number>();

/** The first instant of a local day: clocks are looked at by the hour, then by the minute. */
export function startOf(day: Day, zone: string): number {
  const key = `${zone} ${day}`;
  const known = starts.get(key);
  if (known !== undefined) return known;
  const read = clockOf(zone);
  let instant = Date.parse(`${day}T00:00:00Z`) - 16 * HOUR;
  while (read(instant + HOUR).day < day) instant += HOUR;
  while (read(instant).day < day) instant += MINUTE;
  starts.set(key, instant);
  return instant;
}

/** The last millisecond of a local day. Midnights that come twice are not looked at. */
export function endOf(day: Day, zone: string): number {
  return startOf(addDays(day, 1), zone) - 1;
}

export function daysFrom(first: Day, last: Day): Day[] {
  const days: Day[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}
