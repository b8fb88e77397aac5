import { readdirSync, readlinkSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { extendedRecords, UploadFolder } from '../../../../test/support/small-uploads';
import { BrokenExportError, UnreadableUploadError } from './errors';
import { inspectUpload } from './inspect-upload';
import type { InspectedFile } from './inspected-file';
import { FILE_START, readPlays } from './read-plays';
import type { ReadBatch } from './reading-messages';

const LIMITS = { maxBytes: 64 * 1024 * 1024 };
const NOW = new Date('2024-05-15T12:00:00Z');
const RECORDS = extendedRecords(3_000);
const TEXT = JSON.stringify(RECORDS);

const folder = new UploadFolder();
afterAll(() => {
  folder.remove();
});

async function inspected(name: string, content: Buffer | string): Promise<InspectedFile> {
  const [file] = await inspectUpload([folder.add(name, content)], LIMITS);
  if (file === undefined) throw new Error('There is no history in the file.');
  return file;
}

/** Whether this process, any of its threads included, holds the file open. */
function isOpen(path: string): boolean {
  return readdirSync('/proc/self/fd').some((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`) === path;
    } catch {
      // The descriptor that listed the folder is gone by now.
      return false;
    }
  });
}

describe('inspectUpload', () => {
  it('finds and counts histories', async () => {
    const uploads = [folder.add('a.json', TEXT), folder.add('b.json.gz', gzipSync(TEXT))];
    const found = await inspectUpload(uploads, LIMITS);
    expect(found.map(({ name, container, records }) => [name, container, records])).toEqual([
      ['a.json', 'json', 3_000],
      ['b.json.gz', 'gzip', 3_000],
    ]);
  });

  it('names the file that cannot be read and says what to do', async () => {
    const refusal = inspectUpload([folder.add('a.json', TEXT), folder.add('cat.png', 'meow')], LIMITS);
    await expect(refusal).rejects.toBeInstanceOf(UnreadableUploadError);
    await expect(refusal).rejects.toMatchObject({
      fileName: 'cat.png',
      kind: 'unknown_kind',
      message: expect.stringMatching(/^"cat\.png" is neither .+ Upload the \.zip /) as string,
    });
  });

  it('reports a file that is not there as what it is', async () => {
    await expect(inspectUpload([{ path: '/nowhere/a.json', name: 'a.json' }], LIMITS)).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });

  it('stops when it is told to', async () => {
    const uploads = [folder.add('a.json', TEXT)];
    await expect(inspectUpload(uploads, LIMITS, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('readPlays', () => {
  it('gives out every record in batches, and goes on from any of them', async () => {
    const file = await inspected('a.json', TEXT);
    const batches: ReadBatch[] = [];
    for await (const batch of readPlays(file, FILE_START, 400, { now: NOW })) batches.push(batch);
    expect(batches.map(({ records }) => records.length)).toEqual([400, 400, 400, 400, 400, 400, 400, 200]);
    const records = batches.flatMap((batch) => batch.records);
    expect(records.map(({ record }) => record)).toEqual(RECORDS.map((_, index) => index + 1));
    expect(records.at(-1)).toMatchObject({ play: { trackName: 'Sóng 3000', msPlayed: 200_000 } });

    const rest: ReadBatch[] = [];
    for await (const batch of readPlays(file, batches[4]?.next ?? FILE_START, 400, { now: NOW })) rest.push(batch);
    expect(rest).toEqual(batches.slice(5));
  });

  it('says where a file breaks off, after all that lies before', async () => {
    const file = await inspected('half.json', TEXT.slice(0, TEXT.length / 2));
    let records = 0;
    const reading = (async () => {
      for await (const batch of readPlays(file, FILE_START, 400, { now: NOW })) records += batch.records.length;
    })();
    await expect(reading).rejects.toBeInstanceOf(BrokenExportError);
    await expect(reading).rejects.toMatchObject({
      fileName: 'half.json',
      byteOffset: file.bytes,
      record: file.records + 1,
      message: expect.stringMatching(
        /^"half\.json" is cut off at byte [\d,]+, where record 1,\d+ should be\. .+ Download the file again/,
      ) as string,
    });
    expect(records).toBe(file.records);
  });

  it('closes the file when the reading is left early', async () => {
    const file = await inspected('a.json', TEXT);
    for await (const batch of readPlays(file, FILE_START, 10, { now: NOW })) {
      expect(batch.records).toHaveLength(10);
      expect(isOpen(file.path)).toBe(true);
      break;
    }
    expect(isOpen(file.path)).toBe(false);
  });

  it('ends with the reason, and closes the file, when it is told to stop', async () => {
    const file = await inspected('a.json.gz', gzipSync(TEXT));
    const stop = new AbortController();
    let batches = 0;
    const reading = (async () => {
      for await (const batch of readPlays(file, FILE_START, 10, { now: NOW, signal: stop.signal })) {
        batches += batch.records.length / 10;
        stop.abort(new Error('cancelled'));
      }
    })();
    await expect(reading).rejects.toThrow('cancelled');
    expect(batches).toBe(1);
    expect(isOpen(file.path)).toBe(false);
  });

  it('reports a file that has gone since it was inspected as what it is', async () => {
    const file = await inspected('a.json', TEXT);
    const reading = readPlays({ ...file, path: `${file.path}-gone` }, FILE_START, 10, { now: NOW });
    await expect(reading.next()).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
