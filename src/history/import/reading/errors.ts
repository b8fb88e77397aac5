import type { Breakage } from './broken-json.error';

/** Why an upload cannot be imported at all. */
export type UnreadableUpload =
  | 'empty'
  | 'unknown_kind'
  | 'not_an_export'
  | 'damaged_gzip'
  | 'damaged_zip'
  | 'damaged_entry'
  | 'encrypted_zip'
  | 'unsupported_zip'
  | 'no_history'
  | 'too_many_entries'
  | 'too_large_unpacked'
  | 'too_tightly_packed';

const WHAT_TO_UPLOAD =
  'Upload the .zip as the platform sent it, or the listening history files inside it (Streaming_History_*.json, endsong_*.json or StreamingHistory*.json).';

const UPLOAD_SENTENCES: Record<UnreadableUpload, string> = {
  empty: `is empty (0 bytes). Download it again, then upload the new copy.`,
  unknown_kind: `is neither JSON, nor gzip, nor a zip archive. ${WHAT_TO_UPLOAD}`,
  not_an_export: `is not a listening history, or is damaged at its very beginning. ${WHAT_TO_UPLOAD}`,
  damaged_gzip: `is a damaged gzip file, of which no history can be unpacked. Download it again, then upload the new copy.`,
  damaged_zip: `is a damaged or incomplete zip archive. Download it again, then upload the new copy.`,
  damaged_entry: `cannot be unpacked, since its archive is damaged. Download the archive again, then upload the new copy.`,
  encrypted_zip: `is a zip archive locked with a password. Unpack it, then upload the history files inside it.`,
  unsupported_zip: `is a zip archive packed with a method that cannot be read here. Unpack it, then upload the history files inside it.`,
  no_history: `is a zip archive without a listening history in it. ${WHAT_TO_UPLOAD}`,
  too_many_entries: `is a zip archive of more than 1,000 files. Upload only the history files inside it.`,
  too_large_unpacked: `unpacks to more than may be imported at once. Unpack it, then upload the history files in several parts.`,
  too_tightly_packed: `unpacks to more than 200 times its size, which no export does. ${WHAT_TO_UPLOAD}`,
};

/** An uploaded file is refused before anything is imported. The message is a sentence for the user. */
export class UnreadableUploadError extends Error {
  constructor(
    /** The file as the user knows it. */
    readonly fileName: string,
    readonly kind: UnreadableUpload,
  ) {
    super(`"${fileName}" ${UPLOAD_SENTENCES[kind]}`);
    this.name = 'UnreadableUploadError';
  }
}

/** How an export file can break off: as an array of records, or as a packed file. */
export type ExportBreakage = Breakage | 'unpacking';

const BREAK_SENTENCES: Record<ExportBreakage, (byte: string, record: string) => string> = {
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
  /** Where, in bytes of the unpacked JSON. */
  byteOffset: number;
  /** Number, from 1, of the first record that is not there whole. */
  record: number;
}

/** What to tell the user of a file that breaks off, when all whole records before the break have been given out. */
export function describeBreak(fileName: string, { breakage, byteOffset, record }: ExportBreak): string {
  const where = BREAK_SENTENCES[breakage](byteOffset.toLocaleString('en'), record.toLocaleString('en'));
  return (
    `"${fileName}" ${where}. Everything before that was imported. ` +
    'Download the file again and upload it: only what is missing will be added.'
  );
}
