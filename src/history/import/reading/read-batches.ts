import { breakOf } from './breaks';
import type { ExportBreak } from './export-break';
import type { ReadRecord } from './imported-play';
import { formatNamed } from './formats/export-format';
import { readRecord } from './read-record';
import type { InspectedFile } from './inspected-file';
import type { ReadBatch, ReadingRules } from './reading-messages';
import type { Place, SplitRecord } from './split-record';
import { splitterFor } from './splitter-for';
import { readText } from './unpack';

/**
 * Reads an inspected file in batches. Every record that inspection counted is given out, as a play or with what is wrong
 * with it. Returns null at the end of the file, or where it breaks off once all before that has been given out.
 */
export async function* readBatches(
  file: InspectedFile,
  from: Place,
  { batchSize, now }: ReadingRules,
): AsyncGenerator<ReadBatch, ExportBreak | null> {
  const splitter = splitterFor(file.layout, from);
  const format = formatNamed(file.format);
  let records: ReadRecord[] = [];
  let next = from;
  let broken: ExportBreak | null = null;
  const take = (split: SplitRecord): void => {
    next = split.next;
    const content = readRecord(split.bytes, format, now);
    records.push('skipped' in content ? { record: next.record, ...content } : { record: next.record, play: content });
  };
  try {
    for await (const chunk of readText(file.path, file.packed, from.byte)) {
      splitter.feed(chunk);
      for (let split = splitter.next(); split !== null; split = splitter.next()) {
        take(split);
        if (records.length === batchSize) {
          yield { records, next };
          records = [];
        }
      }
    }
    const last = splitter.end();
    if (last !== null) take(last);
  } catch (error) {
    broken = breakOf(error, splitter);
    if (broken === null) throw error;
  }
  if (records.length > 0) yield { records, next };
  return broken;
}
