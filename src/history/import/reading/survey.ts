import { breakOf } from './breaks';
import type { ExportBreak } from './errors';
import { recogniseFormat } from './formats/export-format';
import { EMPTY_FORMAT } from './formats/platform-formats';
import type { PackedBytes } from './inspected-file';
import { parseRecord } from './json-record';
import type { SplitRecord } from './split-record';
import { RecordSplitter } from './splitter';
import { readUnpacked } from './unpack';

/** A file whose first records are none of an export's is not looked at further. */
const RECORDS_TO_RECOGNISE = 1_000;

/** What a look through a file has found. */
export interface Survey {
  /** Name of the form of its records; null when it holds no listening history. */
  format: string | null;
  /** Exactly as many as reading will give out. */
  records: number;
  /** Length of the unpacked JSON, as far as it was looked at. */
  bytes: number;
  /** Where it breaks off, if it does. */
  broken: ExportBreak | null;
}

/**
 * Tells by its content whether a file is a listening history, and counts its records up to its end or to where it breaks.
 * The records need not all be good: one that is recognised among the first thousand tells the kind.
 *
 * @param checkSize called with the number of bytes unpacked so far; throws when they are too many
 */
export async function survey(path: string, packed: PackedBytes, checkSize: (bytes: number) => void): Promise<Survey> {
  const splitter = new RecordSplitter();
  let format: string | null = null;
  let broken: ExportBreak | null = null;
  const found = (): Survey => ({ format, records: splitter.recordCount, bytes: splitter.position, broken });
  try {
    for await (const chunk of readUnpacked(path, packed, 0)) {
      checkSize(splitter.position + chunk.length);
      splitter.feed(chunk);
      for (let record = splitter.next(); record !== null; record = splitter.next()) {
        format ??= formatOf(record);
        if (format === null && splitter.recordCount >= RECORDS_TO_RECOGNISE) return found();
      }
    }
    splitter.end();
  } catch (error) {
    broken = breakOf(error, splitter);
    if (broken === null) throw error;
  }
  if (splitter.complete && splitter.recordCount === 0) format = EMPTY_FORMAT;
  return found();
}

function formatOf({ bytes }: SplitRecord): string | null {
  const record = bytes === null ? null : parseRecord(bytes);
  return record === null ? null : recogniseFormat(record);
}
