import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { open, type Entry, type Options, type ZipFile } from 'yauzl';
import { generateAccountHistory } from './account';
import { generateHistory, type HistoryOptions } from './history';
import { jsonArrayText } from './text';
import { writeAccountData, writeAccountZip, writeExtendedJson, writeExtendedZip } from './writers';

const history: HistoryOptions = {
  seed: 3,
  records: 500,
  years: 1,
  endDate: new Date('2025-06-01T12:00:00Z'),
  artists: 50,
};
const records = () => [...generateHistory(history)];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'export-generator-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The entries of a zip in their order, unpacked. */
async function unzip(path: string): Promise<Map<string, string>> {
  const zip = await promisify<string, Options, ZipFile>(open)(path, { lazyEntries: true });
  const entries = new Map<string, string>();
  const ended = once(zip, 'end');
  zip.on('entry', (entry: Entry) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error !== null) return zip.emit('error', error);
      void buffer(stream).then((content) => {
        entries.set(entry.fileName, content.toString());
        zip.readEntry();
      });
    });
  });
  zip.readEntry();
  await ended;
  return entries;
}

describe('jsonArrayText', () => {
  const text = (options: Parameters<typeof jsonArrayText>[1], list: unknown[] = [{ a: 'x\ny' }, 2]) =>
    [...jsonArrayText(list, options)].join('');

  it.each([
    ['on one line', {}, '[{"a":"x\\ny"},2]'],
    ['indented', { indent: 1 }, '[\n {\n  "a": "x\\ny"\n },\n 2\n]\n'],
    ['with Windows line ends', { indent: 1, crlf: true }, '[\r\n {\r\n  "a": "x\\ny"\r\n },\r\n 2\r\n]\r\n'],
    ['with a byte order mark', { bom: true }, '\uFEFF[{"a":"x\\ny"},2]'],
  ])('writes records %s', (_case, options, expected) => {
    expect(text(options)).toBe(expected);
  });

  it('writes an empty list', () => {
    expect(text({}, [])).toBe('[]');
  });
});

describe('writers', () => {
  it('write one extended file, plain or compressed', async () => {
    const plain = join(folder, 'plain.json');
    expect(await writeExtendedJson(plain, history)).toEqual({ name: plain, records: 500 });
    expect(JSON.parse(await readFile(plain, 'utf8'))).toEqual(records());
    const packed = join(folder, 'packed.json.gz');
    await writeExtendedJson(packed, history, { indent: 2 });
    expect(JSON.parse(gunzipSync(await readFile(packed)).toString())).toEqual(records());
  });

  it('write a zip whose files hold the history in order, between other entries', async () => {
    const path = join(folder, 'extended.zip');
    const written = await writeExtendedZip(path, history, { files: 3 });
    expect(written.map((file) => file.records)).toEqual([167, 167, 166]);
    const entries = await unzip(path);
    const read = written.flatMap(({ name }) => JSON.parse(entries.get(name) ?? '') as unknown[]);
    expect(read).toEqual(records());
    expect(written[2]?.name).toMatch(/^[^/]+\/Streaming_History_Audio_\d{4}-\d{4}_2\.json$/);
    expect(entries.size).toBe(6);
  });

  it('write a zip without its folder', async () => {
    const path = join(folder, 'flat.zip');
    const written = await writeExtendedZip(path, history, { files: 1, folder: '' });
    expect(written[0]?.name).not.toContain('/');
  });

  it('refuse a history that cannot be made', async () => {
    const dense = { ...history, records: 200_000, years: 0.01, artists: 5 };
    await expect(writeExtendedZip(join(folder, 'dense.zip'), dense)).rejects.toThrow('Too many plays a minute');
  });

  it('write account data over several files', async () => {
    const paths = [join(folder, 'account0.json'), join(folder, 'account1.json.gz')];
    const written = await writeAccountData(paths, history, { content: 'music' });
    const first = JSON.parse(await readFile(join(folder, 'account0.json'), 'utf8')) as unknown[];
    const second = JSON.parse(gunzipSync(await readFile(join(folder, 'account1.json.gz'))).toString()) as unknown[];
    expect([...first, ...second]).toEqual([...generateAccountHistory(history, { content: 'music' })]);
    expect(written.map((file) => file.records)).toEqual([first.length, second.length]);
  });

  it('write account data as a zip with music and podcasts apart', async () => {
    const path = join(folder, 'account.zip');
    const written = await writeAccountZip(path, history, { files: 2, days: 90 });
    const entries = await unzip(path);
    const read = written.flatMap(({ name }) => JSON.parse(entries.get(name) ?? '') as unknown[]);
    expect(read).toEqual([
      ...generateAccountHistory(history, { content: 'music', days: 90 }),
      ...generateAccountHistory(history, { content: 'podcast', days: 90 }),
    ]);
    expect(written.map(({ name }) => name.split('/')[1])).toEqual([
      'StreamingHistory_music_0.json',
      'StreamingHistory_music_1.json',
      'StreamingHistory_podcast_0.json',
    ]);
  });
});

describe('the command line', () => {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['-r', '@swc-node/register', join(__dirname, 'cli.ts'), ...args]);

  it('writes what it is asked for', async () => {
    const path = join(folder, 'cli.json');
    const { stdout } = await run('extended', path, '--records', '20', '--clean', '--end', '2025-06-01T12:00:00Z');
    expect(stdout).toBe(`20\t${path}\n`);
    expect(JSON.parse(await readFile(path, 'utf8'))).toHaveLength(20);
  });

  it('explains itself when asked for nothing it knows', async () => {
    await expect(run('playlist', 'out.json')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('KIND') as string,
    });
  });
});
