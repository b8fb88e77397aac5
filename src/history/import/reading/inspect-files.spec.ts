import { gzipSync } from 'node:zlib';
import {
  accountRecord,
  extendedRecord,
  extendedRecords,
  UploadFolder,
  zipOf,
} from '../../../../test/support/small-uploads';
import { inspectFiles } from './inspect-files';
import type { InspectedFile, Inspection } from './inspected-file';
import { type Refusal, UnreadableUploadError } from './unreadable-upload.error';
import './formats/known-formats';

const LIMITS = { maxBytes: 64 * 1024 * 1024 };
const RECORDS = extendedRecords(250);
const HISTORY = JSON.stringify(RECORDS);
const LINES = RECORDS.map((record) => JSON.stringify(record)).join('\n');
/** What may stand before a history: 3,000 lines, of more than is read at a time, if it is laid out. */
const MUCH = Array.from({ length: 3_000 }, (_, index) => `${index} ${'more '.repeat(30)}`);
const ACCOUNT = JSON.stringify([accountRecord(), accountRecord({ endTime: '2023-04-02 09:00' })], null, 2);
const PODCASTS = JSON.stringify([
  { endTime: '2023-04-01 08:15', podcastName: 'Show', episodeName: 'Talk', msPlayed: 5 },
]);
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');

const folder = new UploadFolder();
afterAll(() => {
  folder.remove();
});

const inspect = (name: string, content: Buffer | string, limits = LIMITS): Promise<Inspection> =>
  inspectFiles([folder.add(name, content)], limits);

async function historiesIn(name: string, content: Buffer | string): Promise<InspectedFile[]> {
  return (await inspect(name, content)).files;
}

async function refusalOf(
  name: string,
  content: Buffer | string,
  limits = LIMITS,
): Promise<Refusal & { message: string }> {
  const error: unknown = await inspect(name, content, limits).catch((reason: unknown) => reason);
  if (!(error instanceof UnreadableUploadError)) throw new Error('The upload was not refused.', { cause: error });
  const [refusal] = error.refusals;
  if (refusal === undefined) throw new Error('The refusal names nothing.');
  return { ...refusal, message: error.message };
}

describe('inspectFiles', () => {
  it.each<[string, Buffer | string, number]>([
    ['a file as the platform writes it', HISTORY, 250],
    ['a byte order mark', `\ufeff${HISTORY}`, 250],
    ['indentation and Windows line ends', JSON.stringify(RECORDS, null, 2).replaceAll('\n', '\r\n'), 250],
    ['one record a line', LINES, 250],
    ['one record a line, with Windows line ends and blank lines', `\r\n${LINES.replaceAll('\n', '\r\n\r\n')}\r\n`, 250],
    ['one record a line behind a byte order mark', `\ufeff${LINES}\n`, 250],
    ['one record, and that on one line', JSON.stringify(RECORDS[0]), 1],
    ['UTF-16, little end first', utf16(HISTORY), 250],
    ['UTF-16, big end first', utf16(HISTORY).swap16(), 250],
    ['UTF-16, one record a line', utf16(LINES).swap16(), 250],
    [
      'malformed records in front',
      `[null, {}, {"ts":}, "${'x'.repeat(100_000)}", ${HISTORY.slice(1)}`.replace(', [', ', '),
      254,
    ],
    ['malformed lines in front', `oops\n{"ts": "2020-01-01T\n{"a":1,\n${LINES}`, 253],
    ['a few bytes that are not UTF-8', damaged(HISTORY, 3), 250],
    ['some that are not, far behind in a long text', damaged(JSON.stringify(extendedRecords(2_000)), 40), 2_000],
  ])('finds a history in JSON: %s', async (_label, text, records) => {
    const { files, entries } = await inspect('renamed (1).txt', text);
    expect(files).toMatchObject([{ name: 'renamed (1).txt', format: 'extended', records }]);
    expect(entries).toEqual([{ name: 'renamed (1).txt', archive: '', state: 'read', reason: '', records }]);
  });

  it('finds a history in gzip, whatever the file is called', async () => {
    for (const text of [HISTORY, LINES, utf16(HISTORY)])
      expect(await historiesIn('history.json', gzipSync(text))).toMatchObject([
        { packed: { packing: 'gzip' }, format: 'extended', records: 250 },
      ]);
  });

  it('finds account data, the podcasts beside it too', async () => {
    expect(await historiesIn('a.json', ACCOUNT)).toMatchObject([{ format: 'account', records: 2 }]);
    expect(await historiesIn('b.json', PODCASTS)).toMatchObject([{ format: 'account', records: 1 }]);
  });

  it('takes an empty list for a history without records', async () => {
    expect(await historiesIn('none.json', ' [ ]\r\n')).toMatchObject([{ format: 'extended', records: 0 }]);
    expect(await historiesIn('none.json', utf16('[]'))).toMatchObject([{ format: 'extended', records: 0 }]);
  });

  it('counts the whole records of a file that is cut off or damaged, and says where it breaks off', async () => {
    const packed = gzipSync(HISTORY);
    const half = (text: Buffer | string): Buffer | string => text.slice(0, text.length / 2);
    const inLines = await inspect('cut.jsonl', half(LINES));
    expect(inLines.entries).toMatchObject([
      {
        state: 'read',
        records: 125,
        reason: expect.stringMatching(/^is cut off at byte [\d,]+, where record 126/) as string,
      },
    ]);
    expect((await historiesIn('cut.json', half(HISTORY)))[0]?.records).toBe(125);
    expect((await historiesIn('cut.json', half(utf16(HISTORY))))[0]?.records).toBe(125);
    expect((await historiesIn('cut.json.gz', half(packed)))[0]?.records).toBeGreaterThan(10);
    expect((await historiesIn('damaged.json', HISTORY.replace('},{', '};{')))[0]?.records).toBe(1);
  });

  it('looks through several files, and refuses them all for those that are none, of which it names each', async () => {
    const good = [folder.add('a.json', HISTORY), folder.add('b.json', ACCOUNT)];
    expect((await inspectFiles(good, LIMITS)).files.map(({ name }) => name)).toEqual(['a.json', 'b.json']);
    const bad = [folder.add('cat.png', PNG), folder.add('c.json', ''), folder.add('d.zip', await zipOf({}))];
    await expect(inspectFiles([...good, ...bad], LIMITS)).rejects.toMatchObject({
      refusals: [
        { fileName: 'cat.png', kind: 'picture' },
        { fileName: 'c.json', kind: 'empty' },
        { fileName: 'd.zip', kind: 'no_history' },
      ],
      message: expect.stringMatching(
        /^"cat\.png" is a picture\. "c\.json" is empty \(0 bytes\)\. "d\.zip" is a zip archive without a .+ in it\. Upload the \.zip [^"]+$/,
      ) as string,
    });
  });
});

describe('inspectFiles refuses', () => {
  const wrapped = (records: object[]): object => ({ items: records });
  it.each<[string, Buffer | string, Refusal['kind']]>([
    ['0 bytes', '', 'empty'],
    ['zeros', Buffer.alloc(60_000), 'zero_filled'],
    ['blanks', ' \r\n ', 'blank'],
    ['many blanks', ' '.repeat(60_000), 'cut_short'],
    ['nothing but a byte order mark', '\ufeff', 'blank'],
    ['a picture', PNG, 'picture'],
    ['a PDF document', '%PDF-1.4\n1 0 obj\n<<>>', 'pdf'],
    ['a web page', '\n<!DOCTYPE html><html>', 'web_page'],
    ['plain text', 'hello', 'unknown_kind'],
    ['zeros in front of a history', Buffer.concat([Buffer.alloc(7), Buffer.from(HISTORY)]), 'unknown_kind'],
    ['UTF-16 without a byte order mark', Buffer.from(HISTORY, 'utf16le'), 'wrong_encoding'],
    ['UTF-16 the other way round without a mark', Buffer.from(HISTORY, 'utf16le').swap16(), 'wrong_encoding'],
    ['Latin-1', Buffer.from(HISTORY, 'latin1'), 'wrong_encoding'],
    ['Latin-1, one record a line', Buffer.from(LINES, 'latin1'), 'wrong_encoding'],
    ['Latin-1 that shows late', Buffer.from(withLateAccent(), 'latin1'), 'wrong_encoding'],
    ['an object', '{"playlists": []}', 'other_json'],
    ['a history wrapped in an object', JSON.stringify(wrapped(RECORDS)), 'wrapped'],
    ['one wrapped in an object that is laid out', JSON.stringify(wrapped(RECORDS), null, 1), 'wrapped'],
    ['one wrapped in an object, with one record a line', `{"items":[\n${LINES.replaceAll('\n', ',\n')}\n]}`, 'wrapped'],
    ['a single record, wrapped and on a line of its own', `{"items":[\n${JSON.stringify(RECORDS[0])}\n]}`, 'wrapped'],
    ['one wrapped behind much else', JSON.stringify({ about: MUCH, items: RECORDS }), 'wrapped'],
    [
      'one wrapped deep behind many lines',
      JSON.stringify({ about: MUCH, in: [[{ items: RECORDS }]] }, null, 1),
      'wrapped',
    ],
    [
      'one wrapped behind many lines, with one record a line',
      `${JSON.stringify({ about: MUCH }, null, 1).slice(0, -1)},"items":[\n${LINES.replaceAll('\n', '\n,')}\n]}`,
      'wrapped',
    ],
    ['an object of many lines', JSON.stringify({ about: MUCH }, null, 1), 'other_json'],
    ['a large object on one line', JSON.stringify({ about: MUCH }), 'other_json'],
    ['another list of the export', '[{"artistName": "Ann", "segment": "Light listeners"}]', 'other_json'],
    ['a list of numbers', `[${'1,'.repeat(3_000)}1]`, 'other_json'],
    ['a bracket', '[', 'cut_short'],
    ['a history cut off in its first record', HISTORY.slice(0, 40), 'cut_short'],
    ['a history cut off in its first line', LINES.slice(0, 40), 'cut_short'],
    ['gzip of something else', gzipSync('hello'), 'other_gzip'],
    ['gzip of nothing', gzipSync(''), 'empty_gzip'],
    ['gzip of gzip', gzipSync(gzipSync(HISTORY)), 'packed_twice'],
    ['gzip that is none behind its first bytes', Buffer.from('1f8b0000aaaaaaaaaaaaaaaa', 'hex'), 'damaged_gzip'],
    ['an archive of another kind', Buffer.from('526172211a0701', 'hex'), 'other_archive'],
  ])('%s', async (_case, content, kind) => {
    const refusal = await refusalOf('upload.json', content);
    expect(refusal.kind).toBe(kind);
    expect(refusal.message).toMatch(/^"upload\.json" .+\. [A-Z].+\.$/);
  });
});

/** The text as UTF-8, with so many of its letters turned into bytes that are none. */
function damaged(text: string, times: number): Buffer {
  const bytes = Buffer.from(text);
  for (let time = 1; time <= times; time += 1) bytes[bytes.indexOf('Ann', time * 5_000)] = 0xc1;
  return bytes;
}

/** A history of which only one record far behind has a letter beyond ASCII. */
function withLateAccent(): string {
  const plain = extendedRecord({ master_metadata_album_album_name: 'Plain' });
  return JSON.stringify([...Array.from({ length: 2_000 }, () => plain), extendedRecord({ episode_name: '\u00e9' })]);
}
