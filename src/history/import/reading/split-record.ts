/** Records longer than this many bytes are passed over without being kept in memory. */
export const MAX_RECORD_BYTES = 64 * 1024;

/** A place between two records: how many records, and how many bytes of unpacked JSON, lie before it. */
export interface Place {
  record: number;
  byte: number;
}

/** The beginning of a file. */
export const FILE_START: Place = { record: 0, byte: 0 };

/** One element of the array, as it stands in the file. */
export interface SplitRecord {
  /** Its bytes, good until the next call of the splitter; null when it is longer than MAX_RECORD_BYTES. */
  bytes: Buffer | null;
  /** The place right behind it. */
  next: Place;
}
