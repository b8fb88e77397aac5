import { endOfDay, isDay, startOfDay } from '../../common/days';

const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{3})?)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/;

/** A whole local day, or an instant, ms since 1970. */
export type DayOrInstant = { day: string } | { instant: number };

/** @returns null if the text is neither a date nor a date-time; one without an offset is in UTC */
export function parseInstant(text: string): DayOrInstant | null {
  if (isDay(text)) return { day: text };
  const [, day = '', offset] = DATE_TIME.exec(text) ?? [];
  if (!isDay(day)) return null;
  return { instant: Date.parse(offset === undefined ? `${text}Z` : text) };
}

/** The first millisecond of a day in a zone, or the instant itself. */
export function firstMsOf(given: DayOrInstant, zone: string): number {
  return 'instant' in given ? given.instant : startOfDay(given.day, zone).getTime();
}

/** The last millisecond of a day in a zone, or the instant itself. */
export function lastMsOf(given: DayOrInstant, zone: string): number {
  return 'instant' in given ? given.instant : endOfDay(given.day, zone).getTime() - 1;
}
