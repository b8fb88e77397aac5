import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { generateHistory, jsonArrayText } from '../support/export-generator';
import { footprintRows, importBesideReader, withService } from './import.bench';
import { HISTORY } from './plays';
import { progress } from './progress';
import { type BenchOptions, type BenchRow, count } from './report';

/** Records by which their usual length is told. */
const SAMPLE = 5_000;

/** One file that is as large as an upload may be, of one listener's long and dense history. */
export async function benchLargeImport({ entry, largeBytes }: BenchOptions): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'playledger-bench-'));
  try {
    const file = join(folder, 'Streaming_History_Audio.json');
    const records = Math.floor((largeBytes * SAMPLE) / bytesOf(SAMPLE));
    progress(`import of a large file: writing ${count(records)} records`);
    await pipeline(Readable.from(historyText(records), { objectMode: false }), createWriteStream(file));
    progress(`import of a large file: the import`);
    const measured = await withService(join(folder, 'data'), entry, (service) =>
      importBesideReader(service, file, records),
    );
    const what = `import of one file of ${(statSync(file).size / 1e9).toFixed(2)} GB, ${count(records)} records`;
    return [{ what, value: records / measured.seconds, unit: 'records/s' }, ...footprintRows(what, [measured])];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const historyText = (records: number): Iterable<string> =>
  jsonArrayText(generateHistory({ ...HISTORY, years: 15, records }));

function bytesOf(records: number): number {
  let bytes = 0;
  for (const text of historyText(records)) bytes += Buffer.byteLength(text);
  return bytes;
}
