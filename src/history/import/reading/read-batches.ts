import { breakOf } from './breaks';
import type { ExportBreak } from './errors';
import type { ReadRecord } from './imported-play';
import { formatNamed } from './formats/export-format';
import { readRecord } from './read-record';
import type { InspectedFile } from './inspected-file';
import type { ReadBatch, ReadingRules } from './reading-messages';
import type { Place } from './split-record';
import { RecordSplitter } from './splitter';
import { readUnpacked } from './unpack';

/**
 * Reads an inspected file in batches. Every record that inspection counted is given out, as a play or with what is wrong
 * with it. Returns null at the end of the file, or where it breaks off once all before that has been given out.
 */
export async function* readBatches(
  file: InspectedFile,
  from: Place,
  { batchSize, now }: ReadingRules,
): AsyncGenerator<ReadBatch, ExportBreak | null> {
  const splitter = new RecordSplitter(from);
  const format = formatNamed(file.format);
  let records: ReadRecord[] = [];
  let next = from;
  let broken: ExportBreak | null = null;
  try {
    for await (const chunk of readUnpacked(file.path, file.packed, from.byte)) {
      splitter.feed(chunk);
      for (let split = splitter.next(); split !== null; split = splitter.next()) {
        next = split.next;
        const content = readRecord(split.bytes, format, now);
        records.push(
          'skipped' in content ? { record: next.record, ...content } : { record: next.record, play: content },
        );
        if (records.length === batchSize) {
          yield { records, next };
          records = [];
        }
      }
    }
    splitter.end();
  } catch (error) {
    broken = breakOf(error, splitter);
    if (broken === null) throw error;
  }
  if (records.length > 0) yield { records, next };
  return broken;
}
