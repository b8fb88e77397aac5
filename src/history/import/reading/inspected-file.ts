import type { ByteRange } from './byte-range';
import type { Layout } from './split-record';

/** An uploaded file on disk, and what the user calls it. */
export interface UploadedFile {
  path: string;
  name: string;
}

/** The encodings that are read beside UTF-8, as the byte order mark in front shows. */
export type Utf16 = 'utf-16le' | 'utf-16be';

/** The bytes of a file that hold one history, and how they are packed. */
export interface PackedBytes extends Omit<ByteRange, 'path'> {
  packing: 'none' | 'gzip' | 'deflate';
  /** CRC-32 of the unpacked bytes, where the archive tells it. */
  crc32?: number;
  /** Of the unpacked bytes; UTF-8 without it. */
  encoding?: Utf16;
}

/** One listening history found in an upload. Plain data, so that it can be stored with the job that imports it. */
export interface InspectedFile {
  path: string;
  /** As the user knows it: the name of the file, or `archive.zip/folder/entry.json`. */
  name: string;
  packed: PackedBytes;
  layout: Layout;
  /** Name of the form of its records. */
  format: string;
  /** Exactly as many as reading the file will give out. */
  records: number;
  /** Length of the unpacked text in UTF-8, up to where it breaks off if it does. */
  bytes: number;
}

/** What was found in an uploaded file, or in an entry of an archive. Plain data like the above. */
export interface InspectedEntry {
  /**
   * As its archive has it, behind the name of that if it lies within the uploaded one: `inner.zip/folder/entry.json`. Very
   * long names are shortened. The name of the file if it is in no archive.
   */
  name: string;
  /** The uploaded archive, as the user knows it; '' for a file that is in none. */
  archive: string;
  state: EntryState;
  /** What it is, or why it is not read, or where it breaks off: what follows "this file ..." in a sentence; '' for none. */
  reason: string;
  /** Records of it that are read. */
  records: number;
  /** Set if it seems to be a history, or an archive that may hold one, and is not read, so that its user is to hear of it. */
  isMissed?: true;
  /** Set if it is missed as an archive. */
  isArchive?: true;
}

/** `not_history` is known to be something else; `unreadable` is what nobody can tell of, or a history that cannot be read. */
export const ENTRY_STATES = ['read', 'not_history', 'unreadable'] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

/** What was found in all files of an upload. */
export interface Inspection {
  /** The histories, in the order of the entries that are `read`. */
  files: InspectedFile[];
  entries: InspectedEntry[];
}
