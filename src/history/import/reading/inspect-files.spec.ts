import { gzipSync } from 'node:zlib';
import {
  accountRecord,
  extendedRecord,
  extendedRecords,
  UploadFolder,
  zipOf,
} from '../../../../test/support/small-uploads';
import { UnreadableUploadError } from './errors';
import { inspectFiles } from './inspect-files';

const LIMITS = { maxBytes: 64 * 1024 * 1024 };
const HISTORY = JSON.stringify(extendedRecords(250));
const ACCOUNT = JSON.stringify([accountRecord(), accountRecord({ endTime: '2023-04-02 09:00' })], null, 2);
const PODCASTS = JSON.stringify([
  { endTime: '2023-04-01 08:15', podcastName: 'Show', episodeName: 'Talk', msPlayed: 5 },
]);
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
/** Files that lie beside the histories in an export and are none. */
const OTHERS = {
  'MyData/Playlist1.json': '{"playlists": []}',
  'MyData/Marquee.json': '[{"artistName": "Ann", "segment": "Light listeners"}]',
  'MyData/ReadMeFirst.pdf': Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(5_000, 7)]),
  'MyData/empty.json': '',
};

const folder = new UploadFolder();
afterAll(() => {
  folder.remove();
});

const inspect = (name: string, content: Buffer | string, limits = LIMITS) =>
  inspectFiles([folder.add(name, content)], limits);

async function refusalOf(name: string, content: Buffer | string, limits = LIMITS): Promise<UnreadableUploadError> {
  const error: unknown = await inspect(name, content, limits).catch((reason: unknown) => reason);
  if (!(error instanceof UnreadableUploadError)) throw new Error('The upload was not refused.', { cause: error });
  return error;
}

describe('inspectFiles', () => {
  it.each([
    ['a file as the platform writes it', HISTORY],
    ['a byte order mark', `\ufeff${HISTORY}`],
    ['indentation and Windows line ends', JSON.stringify(extendedRecords(250), null, 2).replaceAll('\n', '\r\n')],
    [
      'malformed records in front',
      `[null, {}, {"ts":}, "${'x'.repeat(100_000)}", ${HISTORY.slice(1)}`.replace(', [', ', '),
    ],
  ])('finds a history in JSON: %s', async (label, text) => {
    const [found, ...others] = await inspect('renamed (1).txt', text);
    expect(found).toMatchObject({
      name: 'renamed (1).txt',
      container: 'json',
      format: 'extended',
      records: label.startsWith('malformed') ? 254 : 250,
      bytes: Buffer.byteLength(text),
    });
    expect(others).toEqual([]);
  });

  it('finds a history in gzip, whatever the file is called', async () => {
    expect(await inspect('history.json', gzipSync(HISTORY))).toMatchObject([
      { container: 'gzip', format: 'extended', records: 250, bytes: Buffer.byteLength(HISTORY) },
    ]);
  });

  it('finds account data, the podcasts beside it too', async () => {
    expect(await inspect('a.json', ACCOUNT)).toMatchObject([{ format: 'account', records: 2 }]);
    expect(await inspect('b.json', PODCASTS)).toMatchObject([{ format: 'account', records: 1 }]);
  });

  it('takes an empty list for a history without records', async () => {
    expect(await inspect('none.json', ' [ ]\r\n')).toMatchObject([{ format: 'extended', records: 0 }]);
  });

  it.each([true, false])('finds the histories in a zip archive by their content (compressed: %s)', async (compress) => {
    const zip = await zipOf(
      {
        ...OTHERS,
        'Streaming History/Audio_0.json': HISTORY,
        'deep/er/StreamingHistory0.json': ACCOUNT,
        'renamed.dat': PODCASTS,
      },
      { compress },
    );
    const found = await inspect('my data.zip', zip);
    expect(found.map(({ name, entry, format, records }) => [name, entry, format, records])).toEqual([
      ['my data.zip/Streaming History/Audio_0.json', 'Streaming History/Audio_0.json', 'extended', 250],
      ['my data.zip/deep/er/StreamingHistory0.json', 'deep/er/StreamingHistory0.json', 'account', 2],
      ['my data.zip/renamed.dat', 'renamed.dat', 'account', 1],
    ]);
  });

  it('counts the whole records of a file that is cut off or damaged', async () => {
    const packed = gzipSync(HISTORY);
    const cutText = await inspect('cut.json', HISTORY.slice(0, HISTORY.length / 2));
    const cutGzip = await inspect('cut.json.gz', packed.subarray(0, packed.length / 2));
    const damaged = await inspect('damaged.json', HISTORY.replace('},{', '};{'));
    expect(cutText[0]?.records).toBe(125);
    expect(cutGzip[0]?.records).toBeGreaterThan(10);
    expect(damaged[0]?.records).toBe(1);
  });

  it('looks through several files, and refuses them all for one that is none', async () => {
    const good = [folder.add('a.json', HISTORY), folder.add('b.json', ACCOUNT)];
    expect((await inspectFiles(good, LIMITS)).map(({ name }) => name)).toEqual(['a.json', 'b.json']);
    await expect(inspectFiles([...good, folder.add('cat.png', PNG)], LIMITS)).rejects.toMatchObject({
      fileName: 'cat.png',
    });
  });
});

describe('inspectFiles refuses', () => {
  it.each([
    ['0 bytes', '', 'empty'],
    ['a picture', PNG, 'unknown_kind'],
    ['plain text', 'hello', 'unknown_kind'],
    ['UTF-16', Buffer.from(`\ufeff${HISTORY}`, 'utf16le'), 'unknown_kind'],
    ['nothing but a byte order mark', '\ufeff', 'unknown_kind'],
    ['an object', '{"playlists": []}', 'not_an_export'],
    ['another list of the export', '[{"artistName": "Ann", "segment": "Light listeners"}]', 'not_an_export'],
    ['a list of numbers', `[${'1,'.repeat(3_000)}1]`, 'not_an_export'],
    ['a bracket', '[', 'not_an_export'],
    ['a history cut off in its first record', HISTORY.slice(0, 40), 'not_an_export'],
    ['gzip of something else', gzipSync('hello'), 'not_an_export'],
    ['gzip of nothing', gzipSync(''), 'not_an_export'],
    ['gzip that is none behind its first bytes', Buffer.from('1f8b0000aaaaaaaaaaaaaaaa', 'hex'), 'damaged_gzip'],
  ])('%s', async (_case, content, kind) => {
    const error = await refusalOf('upload.json', content);
    expect(error.kind).toBe(kind);
    expect(error.message).toMatch(/^"upload\.json" .+\. [A-Z].+\.$/);
  });

  it('a zip archive without a history, or without anything', async () => {
    expect((await refusalOf('a.zip', await zipOf(OTHERS))).kind).toBe('no_history');
    expect((await refusalOf('a.zip', await zipOf({}))).kind).toBe('no_history');
  });

  it('a zip archive that is cut off, or whose directory is damaged', async () => {
    const zip = await zipOf({ 'a.json': HISTORY });
    expect((await refusalOf('a.zip', zip.subarray(0, zip.length - 30))).kind).toBe('damaged_zip');
    const directory = zip.readUInt32LE(zip.length - 6);
    expect((await refusalOf('a.zip', overwritten(zip, directory, 0))).kind).toBe('damaged_zip');
    const headerOffset = directory + 42;
    expect((await refusalOf('a.zip', overwritten(zip, headerOffset, 9))).kind).toBe('damaged_zip');
  });

  it('a zip archive of which a file that may be a history cannot be unpacked from its beginning', async () => {
    const zip = await zipOf({ 'a.json': HISTORY, 'b.json': HISTORY });
    const dataOfFirst = 30 + 'a.json'.length;
    const refusal = await refusalOf('a.zip', overwritten(zip, dataOfFirst, 255));
    expect([refusal.kind, refusal.fileName]).toEqual(['damaged_entry', 'a.zip/a.json']);
    expect(refusal.message).toMatch(/^"a\.zip\/a\.json" .+\. [A-Z].+\.$/);
  });

  it('a zip archive with a password, or packed in an unusual way', async () => {
    const zip = await zipOf({ 'a.json': HISTORY });
    const directory = zip.readUInt32LE(zip.length - 6);
    expect((await refusalOf('a.zip', overwritten(zip, directory + 8, 1))).kind).toBe('encrypted_zip');
    expect((await refusalOf('a.zip', overwritten(zip, directory + 10, 14))).kind).toBe('unsupported_zip');
  });

  it('a zip archive of more than 1,000 entries, and takes one of 1,000', async () => {
    const entries = Object.fromEntries(Array.from({ length: 999 }, (_, index) => [`${index}.txt`, '']));
    expect(await inspect('a.zip', await zipOf({ ...entries, 'a.json': HISTORY }))).toHaveLength(1);
    const tooMany = await zipOf({ ...entries, 'a.json': HISTORY, 'one more': '' });
    expect((await refusalOf('a.zip', tooMany)).kind).toBe('too_many_entries');
  });
});

describe('inspectFiles and bombs', () => {
  const spaces = ' '.repeat(4 * 1024 * 1024);
  const bomb = `[${spaces}${HISTORY.slice(1)}`;

  it('refuses gzip that unpacks to over 200 times its size', async () => {
    const packed = gzipSync(`[${spaces}${JSON.stringify(extendedRecord())}]`, { level: 9 });
    expect((await refusalOf('bomb.gz', packed)).kind).toBe('too_tightly_packed');
  });

  it('refuses a zip archive that unpacks to over 200 times its size, in a history or beside it', async () => {
    const inHistory = await zipOf({ 'a.json': `[${spaces}${JSON.stringify(extendedRecord())}]` });
    expect((await refusalOf('bomb.zip', inHistory)).kind).toBe('too_tightly_packed');
    const beside = await zipOf({ 'a.json': JSON.stringify([extendedRecord()]), 'b.txt': spaces });
    expect((await refusalOf('bomb.zip', beside)).kind).toBe('too_tightly_packed');
  });

  it('believes the bytes, not what the archive tells of their number', async () => {
    const zip = await zipOf({ 'a.json': `[${spaces}${JSON.stringify(extendedRecord())}]` });
    const directory = zip.readUInt32LE(zip.length - 6);
    expect((await refusalOf('bomb.zip', overwritten(zip, directory + 24, 1_000, 4))).kind).toBe('too_tightly_packed');
  });

  it('refuses what unpacks to over four times the largest upload', async () => {
    const limits = { maxBytes: 20_000 };
    expect((await refusalOf('a.gz', gzipSync(HISTORY), limits)).kind).toBe('too_large_unpacked');
    expect((await refusalOf('a.zip', await zipOf({ 'a.json': HISTORY }), limits)).kind).toBe('too_large_unpacked');
    const parts = await zipOf({ 'a.json': HISTORY.slice(0, 60_000), 'b.json': HISTORY.slice(0, 60_000) });
    const directory = parts.readUInt32LE(parts.length - 6);
    const lying = overwritten(parts, directory + 24, 1_000, 4);
    expect((await refusalOf('a.zip', lying, limits)).kind).toBe('too_large_unpacked');
  });

  it('takes a tightly packed file that is small', async () => {
    expect(await inspect('a.gz', gzipSync(bomb.replace(spaces, ' '.repeat(500_000)), { level: 9 }))).toHaveLength(1);
  });
});

/** The bytes with a number written over those at an offset, little-endian. */
function overwritten(bytes: Buffer, offset: number, value: number, length = 2): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUIntLE(value, offset, length);
  return copy;
}
