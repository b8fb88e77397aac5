import { deflateRawSync, gzipSync } from 'node:zlib';
import fc, { type Arbitrary } from 'fast-check';
import {
  accountRecord,
  extendedRecord,
  extendedRecords,
  UploadFolder,
  zipOf,
} from '../../../../test/support/small-uploads';
import { inspectFiles } from './inspect-files';
import { readBatches } from './read-batches';
import { FILE_START } from './split-record';
import { UnreadableUploadError } from './unreadable-upload.error';

const CI_FACTOR = process.env.CI === undefined ? 1 : 10;
const LIMITS = { maxBytes: 1024 * 1024 };
const NOW = Date.UTC(2026, 0, 1);

const folder = new UploadFolder();
afterAll(() => {
  folder.remove();
});

/**
 * Looks through a file, and reads what is found to its end. Every record that was counted must be given out.
 * @returns how many, or the kind of the refusal
 */
async function readWhole(bytes: Buffer): Promise<number | string> {
  try {
    let records = 0;
    const { files, entries } = await inspectFiles([folder.add('fuzz', bytes)], LIMITS);
    expect(entries.filter(({ state }) => state === 'read').map((entry) => entry.records)).toEqual(
      files.map((file) => file.records),
    );
    for (const file of files) {
      let given = 0;
      for await (const batch of readBatches(file, FILE_START, { batchSize: 7, now: NOW }))
        given += batch.records.length;
      expect(given).toBe(file.records);
      records += given;
    }
    return records;
  } catch (error) {
    if (error instanceof UnreadableUploadError) return error.refusals.map(({ kind }) => kind).join();
    throw error;
  }
}

/** Bytes with some of them overwritten, removed, doubled or cut off. */
function damaged(bytes: Buffer): Arbitrary<Buffer> {
  const place = fc.nat(bytes.length - 1);
  const count = fc.nat(40);
  // Also the numbers by which a format says how long, how many and where.
  const numbers = fc.constantFrom('ffffffff', '00000000', '7fffffff', 'ffff').map((hex) => Buffer.from(hex, 'hex'));
  const few = fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 4 }), numbers);
  const splice = (at: number, removed: number, put: Uint8Array) => (whole: Buffer) =>
    Buffer.concat([whole.subarray(0, at), put, whole.subarray(at + removed)]);
  const change = fc.oneof(
    fc.tuple(place, few).map(([at, put]) => splice(at, put.length, put)),
    fc.tuple(place, count).map(([at, length]) => splice(at, length, Buffer.alloc(0))),
    fc.tuple(place, count).map(([at, length]) => splice(at, 0, bytes.subarray(at, at + length))),
    place.map((at) => splice(at, bytes.length, Buffer.alloc(0))),
  );
  return fc
    .array(change, { minLength: 1, maxLength: 4 })
    .map((changes) => changes.reduce((whole, by) => by(whole), bytes));
}

const HISTORY = Buffer.from(JSON.stringify(extendedRecords(12)));
const check = (bytes: Arbitrary<Buffer>, numRuns: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(bytes, async (content) => {
      await readWhole(content);
    }),
    { numRuns: numRuns * CI_FACTOR },
  );

describe('any bytes whatever', () => {
  it('are an upload that is read to its end, or refused with a sentence', async () => {
    const beginning = fc.constantFrom('', '[', '[{', '\u001f\u008b\b', 'PK\u0003\u0004', 'PK\u0005\u0006', '\ufeff[');
    const bytes = fc.tuple(beginning, fc.uint8Array({ maxLength: 200 }));
    await check(
      bytes.map(([head, rest]) => Buffer.concat([Buffer.from(head, 'latin1'), rest])),
      150,
    );
  }, 60_000);

  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['JSON', () => HISTORY],
    ['gzip', () => gzipSync(HISTORY)],
    [
      'a zip archive',
      () => zipOf({ 'a.json': HISTORY, 'b/ReadMe.pdf': '%PDF', 'c.json': JSON.stringify([accountRecord()]) }),
    ],
    ['a zip archive that is not packed', () => zipOf({ 'a.json': HISTORY }, { compress: false })],
  ])(
    'are one when %s is damaged',
    async (_, make) => {
      await check(damaged(await make()), 80);
    },
    120_000,
  );

  it('are one when any JSON stands for any field of a record', async () => {
    const field = fc.constantFrom(...Object.keys(extendedRecord()), ...Object.keys(accountRecord()), '__proto__', 'ts');
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' }),
      fc.constantFrom('9999-12-31T23:59:59Z', '0000-00-00T00:00:00Z', '\ud800', -1, 2 ** 53, 1e308, 'x'.repeat(70_000)),
    );
    const record = fc
      .tuple(fc.boolean(), fc.array(fc.tuple(field, value), { maxLength: 4 }))
      .map(([isAccount, changes]) => {
        const text = JSON.stringify(isAccount ? accountRecord() : extendedRecord());
        const more = changes.map(([name, given]) => `,${JSON.stringify(name)}:${JSON.stringify(given)}`);
        return `${text.slice(0, -1)}${more.join('')}}`;
      });
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 5 }), async (records) => {
        // The first one tells what kind of file it is. A field that comes twice counts as it comes last.
        const text = JSON.stringify([extendedRecord()]).replace(/]$/, `,${records.join(',')}]`);
        expect(await readWhole(Buffer.from(text))).toBe(records.length + 1);
      }),
      { numRuns: 150 * CI_FACTOR },
    );
  }, 60_000);

  it('are one when deflated data is cut off at any byte', async () => {
    const packed = deflateRawSync(HISTORY);
    const zip = await zipOf({ 'a.json': HISTORY });
    for (let length = 0; length < packed.length; length += 7)
      expect(['damaged_zip', 'unknown_kind', 'empty']).toContain(await readWhole(zip.subarray(0, length)));
  });
});
