import '../../src/history/import/reading/formats/known-formats';
import { inspectFiles } from '../../src/history/import/reading/inspect-files';
import type { InspectedEntry, Inspection } from '../../src/history/import/reading/inspected-file';
import { type Refusal, UnreadableUploadError } from '../../src/history/import/reading/unreadable-upload.error';
import { type RawEntry, rawZip } from './raw-zip';
import { extendedRecords, UploadFolder } from './small-uploads';

export const LIMITS = { maxBytes: 64 * 1024 * 1024 };
/** 250 records. */
export const HISTORY = JSON.stringify(extendedRecords(250));
export const GOOD: RawEntry = { name: 'a.json', content: HISTORY };

const folder = new UploadFolder();
afterAll(() => {
  folder.remove();
});

/** What is found in an upload that is called a.zip. */
export function inspect(content: Buffer, limits = LIMITS): Promise<Inspection> {
  return inspectFiles([folder.add('a.zip', content)], limits);
}

/** Why it is refused. */
export async function refusalOf(content: Buffer, limits = LIMITS): Promise<Refusal> {
  const error: unknown = await inspect(content, limits).catch((reason: unknown) => reason);
  const refusal = error instanceof UnreadableUploadError ? error.refusals[0] : undefined;
  if (refusal === undefined) throw new Error('The upload was not refused.', { cause: error });
  return refusal;
}

/** Of each entry the name, the state and the number of records. */
export function statesOf({ entries }: Inspection): unknown[] {
  return entries.map(({ name, state, records }) => [name, state, records]);
}

/** What is found of an entry that lies between two good ones, which must both be read. */
export async function beside(entry: RawEntry): Promise<InspectedEntry> {
  const { entries, files } = await inspect(rawZip([GOOD, entry, { ...GOOD, name: 'b.json' }]));
  expect(files.map(({ name, records }) => [name, records])).toEqual([
    ['a.zip/a.json', 250],
    ['a.zip/b.json', 250],
  ]);
  expect(entries).toHaveLength(3);
  const [, found] = entries;
  if (found === undefined) throw new Error('The entry is not named.');
  return found;
}
