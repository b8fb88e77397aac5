import type { Breakage } from './broken-json.error';

/** How an export file can break off: as a list of records, or as a packed file. */
export type ExportBreakage = Breakage | 'unpacking';

const WHERE: Record<ExportBreakage, (byte: string, record: string) => string> = {
  cut_off: (byte, record) => `is cut off at byte ${byte}, where record ${record} should be`,
  unclosed: (byte, record) => `is damaged: record ${record}, which begins at byte ${byte}, has no proper end`,
  unexpected: (byte, record) => `is damaged at byte ${byte}, where record ${record} should be`,
  trailing: (byte) => `has something behind the end of its list of records, at byte ${byte}`,
  unpacking: (byte, record) =>
    `is damaged: it cannot be unpacked behind byte ${byte} of its content, at record ${record}`,
};

/** Everything there is to know about a break, in a form that passes between threads. */
export interface ExportBreak {
  breakage: ExportBreakage;
  /** Where, in bytes of the unpacked text in UTF-8. */
  byteOffset: number;
  /** Number, from 1, of the first record that is not there whole. */
  record: number;
}

/** What follows the name of the file in a sentence. */
export function whereItBreaks({ breakage, byteOffset, record }: ExportBreak): string {
  return WHERE[breakage](byteOffset.toLocaleString('en'), record.toLocaleString('en'));
}

/** What to tell the user of a file that breaks off, when all whole records before the break have been given out. */
export function describeBreak(fileName: string, broken: ExportBreak): string {
  return (
    `"${fileName}" ${whereItBreaks(broken)}. Everything before that was imported. ` +
    'Download the file again and upload it: only what is missing will be added.'
  );
}
