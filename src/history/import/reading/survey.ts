import { breakOf } from './breaks';
import { Evidence } from './evidence';
import type { ExportBreak } from './export-break';
import { recogniseFormat } from './formats/export-format';
import { EMPTY_FORMAT } from './formats/known-formats';
import { HistoryFieldSearch } from './history-fields';
import type { PackedBytes } from './inspected-file';
import { parseRoughly } from './json-record';
import type { Layout, SplitRecord } from './split-record';
import { splitterFor } from './splitter-for';
import { readText } from './unpack';

/** If none of so many records is one of an export's, those behind them are not looked at. */
const RECORDS_TO_RECOGNISE = 1_000;

/** What a look through a file has found. */
export interface Survey {
  /** Name of the form of its records; null when it holds no listening history that can be read. */
  format: string | null;
  /** Exactly as many as reading will give out. */
  records: number;
  /** Length of the unpacked text in UTF-8, as far as it was looked at. */
  bytes: number;
  /** Where it breaks off, if it does. */
  broken: ExportBreak | null;
  isWronglyEncoded: boolean;
  /** Whether there are fields of a listening history in it, though perhaps deep inside its records. */
  isOfHistory: boolean;
  /** Of one record a line: whether each of them is an object, as far as its ends tell. */
  hasOddLines: boolean;
}

/**
 * Tells by its content whether a file is a listening history, and counts its records up to its end or to where it breaks.
 * The records need not all be good: one that is recognised among the first thousand tells the kind. An object that goes on
 * over many lines may have a history anywhere in it, and so is looked through to its end.
 *
 * @param follow called with the number of bytes unpacked so far; throws when they are too many
 */
export async function survey(
  path: string,
  packed: PackedBytes,
  layout: Layout,
  follow: (bytes: number) => void,
): Promise<Survey> {
  const splitter = splitterFor(layout);
  const evidence = new Evidence();
  const fields = new HistoryFieldSearch();
  let format: string | null = null;
  let bytesRead = 0;
  let broken: ExportBreak | null = null;
  const look = (record: SplitRecord): void => {
    if (format === null) format = formatOf(record);
    if (record.bytes === null) return;
    evidence.noteRecord(record.bytes);
    if (layout === 'lines') evidence.noteLine(record.bytes);
  };
  const isRecognised = (): boolean => format !== null;
  const isHopeless = (): boolean => !isRecognised() && splitter.recordCount >= RECORDS_TO_RECOGNISE;
  const split = (chunk: Buffer): void => {
    evidence.noteChunk(chunk);
    splitter.feed(chunk);
    for (let record = splitter.next(); record !== null; record = splitter.next()) {
      look(record);
      if (isHopeless()) return;
    }
  };
  try {
    for await (const chunk of readText(path, packed, 0)) {
      bytesRead += chunk.length;
      follow(bytesRead);
      if (!isHopeless()) split(chunk);
      if (!isRecognised()) fields.look(chunk);
      if (isHopeless() && (fields.hasFound || !evidence.isOneValue)) break;
    }
    const last = isHopeless() ? null : splitter.end();
    if (last !== null) look(last);
  } catch (error) {
    broken = breakOf(error, splitter);
    if (broken === null) throw error;
  }
  const { recordCount: records, position: bytes } = splitter;
  const { isWronglyEncoded, isOneValue, hasOddLines } = evidence;
  const isOfHistory = isRecognised() || fields.hasFound;
  if (broken === null && records === 0) format = EMPTY_FORMAT;
  if (isWronglyEncoded || isOneValue) format = null;
  return { format, records, bytes, broken, isWronglyEncoded, isOfHistory, hasOddLines };
}

function formatOf({ bytes }: SplitRecord): string | null {
  const record = bytes === null ? null : parseRoughly(bytes);
  return record === null ? null : recogniseFormat(record);
}
