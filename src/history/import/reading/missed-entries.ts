import type { InspectedEntry } from './inspected-file';

/** Of more entries only the number is given: all of them stand in the report. */
const MOST_NAMED = 20;

/** Entries and why they are not read, `"a.json" is empty (0 bytes); ...`. */
export function entriesInWords(entries: readonly InspectedEntry[]): string {
  const named = entries.slice(0, MOST_NAMED).map(({ name, reason }) => `"${name}" ${reason}`);
  const others = entries.length - named.length;
  return [...named, ...(others > 0 ? [`and ${others.toLocaleString('en')} more`] : [])].join('; ');
}

/** What to tell the user of entries that seem to be histories, or to hold some, and are not read; '' when there is none. */
export function describeMissed(entries: readonly InspectedEntry[]): string {
  const missed = entries.filter(({ isMissed }) => isMissed);
  if (missed.length === 0) return '';
  const files = missed.length === 1 ? 'a file that looks' : `${missed.length.toLocaleString('en')} files that look`;
  const what = missed.some(({ isArchive }) => isArchive)
    ? 'like a listening history, or an archive that may hold one,'
    : 'like a listening history';
  return `Everything was imported but ${files} ${what} and cannot be read: ${entriesInWords(missed)}.`;
}
