import { BrokenJsonError } from './broken-json.error';
import { DamagedPackingError } from './decompressor';
import type { ExportBreak } from './export-break';
import type { Splitter } from './split-record';

/** The break in an export file that an error stands for, or null when the error is about something else. */
export function breakOf(error: unknown, splitter: Splitter): ExportBreak | null {
  if (error instanceof BrokenJsonError) {
    return { breakage: error.breakage, byteOffset: error.byteOffset, record: error.record };
  }
  if (error instanceof DamagedPackingError) {
    return { breakage: 'unpacking', byteOffset: splitter.position, record: splitter.recordCount + 1 };
  }
  return null;
}
