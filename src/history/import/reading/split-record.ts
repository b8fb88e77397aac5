/** Records longer than this many bytes are passed over without being kept in memory. */
export const MAX_RECORD_BYTES = 64 * 1024;

/** A place between two records: how many records, and how many bytes of unpacked JSON, lie before it. */
export interface Place {
  record: number;
  byte: number;
}

/** The beginning of a file. */
export const FILE_START: Place = { record: 0, byte: 0 };

/** How the records of a file follow one another: as the elements of one JSON array, or one a line (NDJSON). */
export type Layout = 'array' | 'lines';

/** One record, as it stands in the file. */
export interface SplitRecord {
  /** Its bytes, good until the next call of the splitter; null when it is longer than MAX_RECORD_BYTES. */
  bytes: Buffer | null;
  /** The place right behind it. */
  next: Place;
}

/**
 * Splits bytes, fed in chunks of any size, into records: `feed` a chunk, call `next` until it returns null, and so on;
 * `end` after the last chunk. `next` and `end` throw BrokenJsonError where the records break off.
 */
export interface Splitter {
  /** Offset in the file of the next byte to look at. */
  readonly position: number;
  /** Records before that byte. */
  readonly recordCount: number;
  /** Takes the next chunk, which must stay unchanged until `next` has returned null. */
  feed(chunk: Buffer): void;
  /** The next whole record, or null when the chunk has no further one. */
  next(): SplitRecord | null;
  /** Says that there are no more chunks. @returns the record that only the end of the file ends, if there is one */
  end(): SplitRecord | null;
}
