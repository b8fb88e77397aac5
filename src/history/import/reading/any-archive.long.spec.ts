import { gzipSync } from 'node:zlib';
import fc, { type Arbitrary } from 'fast-check';
import { type RawEntry, rawZip } from '../../../../test/support/raw-zip';
import { accountRecord, extendedRecord, UploadFolder } from '../../../../test/support/small-uploads';
import { inspectFiles } from './inspect-files';
import type { EntryState, Inspection } from './inspected-file';
import { readBatches } from './read-batches';
import { FILE_START } from './split-record';
import { UnreadableUploadError } from './unreadable-upload.error';
import './formats/known-formats';

const CI_FACTOR = process.env.CI === undefined ? 1 : 10;
const LIMITS = { maxBytes: 1024 * 1024 };
const NOW = Date.UTC(2026, 0, 1);

const folder = new UploadFolder();
afterAll(() => {
  folder.remove();
});

/** What is to be found of an entry. */
interface Expected {
  name: string;
  state: EntryState;
  records: number;
}

/** An entry of an archive, and the lines that it is to have: an archive has those of its own entries. */
interface Piece {
  entry: RawEntry;
  expected: Expected[];
}

const HISTORY_NAMES = [
  'Streaming_History_Audio_2020_1.json',
  '../My Data/StreamingHistory_music_0.json',
  'C:\\endsong_3.json',
  '/x/Streaming_History_Video_2019.json',
];
const historyName = fc.constantFrom(...HISTORY_NAMES);
const anyName = fc.constantFrom('a.json', 'a b/c', 'Zoë.dat', '.hidden', 'x.zip', ...HISTORY_NAMES);
const otherName = fc.constantFrom('a.json', 'Userdata.json', 'x/y', 'ReadMe.pdf', 'b.json.gz');
const method = fc.constantFrom(0, 8);

const encodings: readonly ((text: string) => Buffer)[] = [
  (text) => Buffer.from(text),
  (text) => Buffer.from(`\ufeff${text}`),
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
];

/** Records of one form, as a file of any layout and encoding; records beyond ASCII are among them. */
const history = fc
  .record({
    isAccount: fc.boolean(),
    count: fc.integer({ min: 1, max: 6 }),
    layout: fc.constantFrom('array', 'indented', 'lines', 'windows'),
    encode: fc.constantFrom(...encodings),
  })
  .map(({ isAccount, count, layout, encode }) => {
    const records = Array.from({ length: count }, (_, index) =>
      isAccount
        ? accountRecord({ trackName: `Sóng ${index}` })
        : extendedRecord({ master_metadata_track_name: `é${index}` }),
    );
    const lines = records.map((record) => JSON.stringify(record));
    if (layout === 'lines') return { lines, records, text: lines.join('\n'), encode };
    if (layout === 'windows') return { lines, records, text: `${lines.join('\r\n\r\n')}\r\n`, encode };
    return { lines, records, text: JSON.stringify(records, null, layout === 'indented' ? 2 : 0), encode };
  });

const good: Arbitrary<Piece> = fc
  .record({ name: anyName, history, isGzip: fc.boolean(), method })
  .map(({ name, history: { records, text, encode }, isGzip, method: packing }) => ({
    entry: { name, content: isGzip ? gzipSync(encode(text)) : encode(text), method: packing },
    expected: [{ name, state: 'read', records: records.length }],
  }));

/** Cut off after some whole records. */
const cut: Arbitrary<Piece> = fc
  .record({ name: anyName, history, method })
  .map(({ name, history: some, method: packing }) => {
    const { lines, encode } = some;
    const whole = lines.map((line) => `${line},`).join('');
    return {
      entry: { name, content: encode(`[${whole}{"ts": "20`), method: packing },
      expected: [{ name, state: 'read', records: lines.length }],
    };
  });

/** What cannot be read, by the name of a history. */
const damaged: Arbitrary<Piece> = fc
  .record({
    name: historyName,
    history,
    how: fc.constantFrom<(text: string) => Partial<RawEntry>>(
      () => ({ content: '' }),
      () => ({ content: Buffer.alloc(500) }),
      (text) => ({ content: text.slice(0, 60) }),
      (text) => ({ content: Buffer.from(text, 'latin1') }),
      (text) => ({ content: Buffer.from(text, 'utf16le') }),
      (text) => ({ content: `\0\0${text}` }),
      (text) => ({ content: `{"all": [${text.trim().replaceAll('\n', ' ')}]}` }),
      () => ({ content: '<html>Sign in</html>' }),
      () => ({ flags: 0x801 }),
      () => ({ method: 12 }),
      () => ({ method: 8, damage: (data) => Buffer.from(data).fill(0xff, 0, 12) }),
    ),
  })
  .map(({ name, history: { text }, how }) => ({
    entry: { name, content: text, ...how(text) },
    expected: [{ name, state: 'unreadable', records: 0 }],
  }));

const other: Arbitrary<Piece> = fc
  .record({
    name: otherName,
    content: fc.constantFrom(
      '%PDF-1.4',
      '{"username": "listener"}',
      '[{"artistName": "Ann"}]',
      'hello',
      '\u0089PNG',
      '<html>',
    ),
    method,
  })
  .map(({ name, content, method: packing }) => ({
    entry: { name, content, method: packing },
    expected: [{ name, state: 'not_history', records: 0 }],
  }));

const directory: Arbitrary<Piece> = fc
  .constantFrom('/', 'MyData/', 'a\\')
  .map((name) => ({ entry: { name, content: '' }, expected: [] }));

const leaf = fc.oneof(good, cut, damaged, other, directory);

/** An archive of these, as an entry of another one. */
function nested(
  pieces: Arbitrary<Piece[]>,
  expect: (name: string, within: Expected[]) => Expected[],
): Arbitrary<Piece> {
  return fc
    .record({ name: fc.constantFrom('inner.zip', 'renamed.dat', 'a/b'), pieces, method })
    .map(({ name, pieces: within, method: packing }) => ({
      entry: { name, content: rawZip(within.map(({ entry }) => entry)), method: packing },
      expected: expect(
        name,
        within.flatMap(({ expected }) => expected),
      ),
    }));
}

const tooDeep = nested(fc.array(leaf, { maxLength: 3 }), (name) => [{ name, state: 'unreadable', records: 0 }]);
const inner = nested(fc.array(fc.oneof({ weight: 5, arbitrary: leaf }, tooDeep), { maxLength: 5 }), (name, within) =>
  within.length === 0
    ? [{ name, state: 'not_history', records: 0 }]
    : within.map((expected) => ({ ...expected, name: `${name}/${expected.name}` })),
);
const archive = fc.record({
  pieces: fc.array(fc.oneof({ weight: 4, arbitrary: leaf }, inner), { maxLength: 8 }),
  comment: fc.constantFrom('', 'made by hand'),
  padding: fc.constantFrom('', '\n', '\r\n', '\0\0\0'),
});

async function inspected(content: Buffer): Promise<Inspection | null> {
  try {
    return await inspectFiles([folder.add('a.zip', content)], LIMITS);
  } catch (error) {
    if (error instanceof UnreadableUploadError) return null;
    throw error;
  }
}

describe('any archive', () => {
  it('has one line for each of its entries, and all records of those that can be read', async () => {
    await fc.assert(
      fc.asyncProperty(archive, async ({ pieces, comment, padding }) => {
        const expected = pieces.flatMap((piece) => piece.expected);
        const zip = rawZip(
          pieces.map(({ entry }) => entry),
          comment,
        );
        const found = await inspected(Buffer.concat([zip, Buffer.from(padding)]));
        if (!expected.some(({ state }) => state === 'read')) {
          expect(found).toBeNull();
          return;
        }
        expect(found?.entries.map(({ name, state, records }) => ({ name, state, records }))).toEqual(expected);
        let records = 0;
        for (const file of found?.files ?? [])
          for await (const batch of readBatches(file, FILE_START, { batchSize: 4, now: NOW }))
            records += batch.records.length;
        expect(records).toBe(expected.reduce((sum, entry) => sum + entry.records, 0));
      }),
      { numRuns: 100 * CI_FACTOR },
    );
  }, 240_000);
});
