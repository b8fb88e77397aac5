import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { constants } from 'node:os';
import { gzipSync } from 'node:zlib';
import { extendedRecords, UploadFolder } from '../../../../test/support/small-uploads';
import { describeBreak } from './export-break';
import { inspectUpload } from './inspect-upload';
import type { InspectedFile } from './inspected-file';
import type { TrackNames } from '../../matching/reported-play';
import { readPlays, type ReadPart } from './read-plays';
import type { ReadBatch } from './reading-messages';
import { FILE_START, type Place } from './split-record';
import { UnreadableUploadError } from './unreadable-upload.error';

const LIMITS = { maxBytes: 64 * 1024 * 1024 };
const NOW = new Date('2024-05-15T12:00:00Z');
const RECORDS = extendedRecords(3_000);
const TEXT = JSON.stringify(RECORDS);

const folder = new UploadFolder();
afterAll(() => {
  folder.remove();
});

async function inspected(name: string, content: Buffer | string): Promise<InspectedFile> {
  const { files } = await inspectUpload([folder.add(name, content)], LIMITS);
  const [file] = files;
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

/** How far each thread of this process stands back behind others (proc_pid_stat(5), field 19). */
function nicenessOfThreads(): number[] {
  return readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });
}

describe('inspectUpload', () => {
  it('finds and counts histories', async () => {
    const uploads = [folder.add('a.json', TEXT), folder.add('b.json.gz', gzipSync(TEXT))];
    const { files } = await inspectUpload(uploads, LIMITS);
    expect(files.map(({ name, packed, records }) => [name, packed.packing, records])).toEqual([
      ['a.json', 'none', 3_000],
      ['b.json.gz', 'gzip', 3_000],
    ]);
  });

  it('names the file that cannot be read and says what to do', async () => {
    const refusal = inspectUpload([folder.add('a.json', TEXT), folder.add('cat.png', 'meow')], LIMITS);
    await expect(refusal).rejects.toBeInstanceOf(UnreadableUploadError);
    await expect(refusal).rejects.toMatchObject({
      refusals: [{ fileName: 'cat.png', kind: 'unknown_kind' }],
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

async function partsOf(files: readonly InspectedFile[], from: Place = FILE_START): Promise<ReadPart[]> {
  const parts: ReadPart[] = [];
  for await (const part of readPlays(files, from, 400, { now: NOW })) parts.push(part);
  return parts;
}

function batchesIn(parts: readonly ReadPart[]): ReadBatch[] {
  return parts.flatMap((part) => (part.kind === 'batch' ? [part.batch] : []));
}

describe('readPlays', () => {
  it('gives out every record in batches, and goes on from any of them', async () => {
    const file = await inspected('a.json', TEXT);
    const parts = await partsOf([file]);
    const batches = batchesIn(parts);
    expect(batches.map(({ records }) => records.length)).toEqual([400, 400, 400, 400, 400, 400, 400, 200]);
    const records = batches.flatMap((batch) => batch.records);
    expect(records.map(({ record }) => record)).toEqual(RECORDS.map((_, index) => index + 1));
    expect(records.at(-1)).toMatchObject({ play: { trackName: 'Sóng 3000', msPlayed: 200_000 } });
    expect(parts.at(-1)).toEqual({ kind: 'file_end', file, broken: null });

    expect(batchesIn(await partsOf([file], batches[4]?.next))).toEqual(batches.slice(5));
  });

  it('tells which tracks are new before the batches that have them are given out', async () => {
    const files = [await inspected('a.json', TEXT), await inspected('b.json.gz', gzipSync(TEXT))];
    const told = new Set<string>();
    const nameOf = ({ artistName, trackName }: TrackNames): string => `${artistName}, ${trackName}`;
    let heard = (): void => undefined;
    const onNewTracks = (tracks: readonly TrackNames[]): void => {
      for (const track of tracks) told.add(nameOf(track));
      if (told.size >= 5 * 100) heard();
    };
    const manyTold = new Promise<void>((resolve) => (heard = resolve));
    for await (const part of readPlays(files, FILE_START, 100, { now: NOW, onNewTracks })) {
      const records = batchesIn([part]).flatMap((batch) => batch.records);
      for (const record of records) if ('play' in record) expect(told).toContain(nameOf(record.play));
      // While the first batch is worked on.
      await manyTold;
    }
    expect(told.size).toBe(RECORDS.length);
  });

  it('reads one file after the other, each to its end', async () => {
    const [first, second] = [await inspected('a.json', TEXT), await inspected('b.json.gz', gzipSync(TEXT))];
    const batches = batchesIn(await partsOf([first]));
    const parts = await partsOf([first, second], batches[5]?.next);
    expect(parts.map(({ kind, file }) => [kind, file.name])).toEqual([
      ...Array.from({ length: 2 }, () => ['batch', 'a.json']),
      ['file_end', 'a.json'],
      ...Array.from({ length: 8 }, () => ['batch', 'b.json.gz']),
      ['file_end', 'b.json.gz'],
    ]);
    expect(batchesIn(parts)).toEqual([...batches.slice(6), ...batches]);
  });

  it('says where a file breaks off, after all that lies before, and reads the next one', async () => {
    const half = await inspected('half.json', TEXT.slice(0, TEXT.length / 2));
    const parts = await partsOf([half, await inspected('a.json', TEXT)]);
    const end = parts.findIndex(({ kind }) => kind === 'file_end');
    const records = batchesIn(parts.slice(0, end)).reduce((sum, batch) => sum + batch.records.length, 0);
    expect(records).toBe(half.records);
    const broken = { breakage: 'cut_off', byteOffset: half.bytes, record: half.records + 1 } as const;
    expect(parts[end]).toEqual({ kind: 'file_end', file: half, broken });
    expect(describeBreak('half.json', broken)).toMatch(
      /^"half\.json" is cut off at byte [\d,]+, where record 1,\d+ should be\. .+ Download the file again/,
    );
    expect(batchesIn(parts.slice(end)).flatMap((batch) => batch.records)).toHaveLength(RECORDS.length);
  });

  it('lets all other threads go first', async () => {
    const file = await inspected('a.json', TEXT);
    const before = nicenessOfThreads();
    for await (const part of readPlays([file], FILE_START, 10, { now: NOW })) {
      expect(part.kind).toBe('batch');
      const background = nicenessOfThreads().filter((nice) => nice === constants.priority.PRIORITY_BELOW_NORMAL);
      expect(background).toHaveLength(1);
      break;
    }
    expect(before).not.toContain(constants.priority.PRIORITY_BELOW_NORMAL);
  });

  it('closes the file when the reading is left early', async () => {
    const file = await inspected('a.json', TEXT);
    for await (const part of readPlays([file], FILE_START, 10, { now: NOW })) {
      expect(batchesIn([part])[0]?.records).toHaveLength(10);
      expect(isOpen(file.path)).toBe(true);
      break;
    }
    expect(isOpen(file.path)).toBe(false);
  });

  it('ends with the reason, and closes the file, when it is told to stop', async () => {
    const file = await inspected('a.json.gz', gzipSync(TEXT));
    const stop = new AbortController();
    let parts = 0;
    const reading = (async () => {
      for await (const part of readPlays([file], FILE_START, 10, { now: NOW, signal: stop.signal })) {
        parts += part.kind === 'batch' ? 1 : 0;
        stop.abort(new Error('cancelled'));
      }
    })();
    await expect(reading).rejects.toThrow('cancelled');
    expect(parts).toBe(1);
    expect(isOpen(file.path)).toBe(false);
  });

  it('reports a file that has gone since it was inspected as what it is', async () => {
    const file = await inspected('a.json', TEXT);
    const reading = readPlays([{ ...file, path: `${file.path}-gone` }], FILE_START, 10, { now: NOW });
    await expect(reading.next()).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
