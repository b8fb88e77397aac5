import { createHash } from 'node:crypto';
import { constants, gunzipSync, gzipSync } from 'node:zlib';
import {
  accountRecord,
  extendedRecord,
  extendedRecords,
  UploadFolder,
  zipOf,
} from '../../../../test/support/small-uploads';
import type { ExportBreak } from './export-break';
import type { ReadRecord } from './imported-play';
import { inspectFiles } from './inspect-files';
import type { InspectedFile } from './inspected-file';
import { readBatches } from './read-batches';
import type { ReadBatch } from './reading-messages';
import type { Place } from './split-record';

const NOW = Date.UTC(2024, 4, 15, 12);
const RECORDS = extendedRecords(300);
const TEXT = JSON.stringify(RECORDS);
const LINES = RECORDS.map((record) => JSON.stringify(record)).join('\n');

const folder = new UploadFolder();
afterAll(() => {
  folder.remove();
});

async function inspected(content: Buffer | string): Promise<InspectedFile> {
  const { files } = await inspectFiles([folder.add('history', content)], { maxBytes: 64 * 1024 * 1024 });
  const [file] = files;
  if (file === undefined) throw new Error('There is no history in the file.');
  return file;
}

interface Reading {
  batches: ReadBatch[];
  records: ReadRecord[];
  broken: ExportBreak | null;
}

async function readFrom(file: InspectedFile, from: Place = { record: 0, byte: 0 }, batchSize = 7): Promise<Reading> {
  const reading = readBatches(file, from, { batchSize, now: NOW });
  const batches: ReadBatch[] = [];
  for (;;) {
    const step = await reading.next();
    if (step.done === true) return { batches, records: batches.flatMap(({ records }) => records), broken: step.value };
    batches.push(step.value);
  }
}

const containers: [string, () => Promise<Buffer>][] = [
  ['JSON', () => Promise.resolve(Buffer.from(`\ufeff${JSON.stringify(RECORDS, null, 2)}`))],
  ['gzip', () => Promise.resolve(gzipSync(TEXT))],
  ['JSON in UTF-16', () => Promise.resolve(Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16())],
  ['JSON with one record a line', () => Promise.resolve(Buffer.from(`${LINES.replaceAll('\n', '\r\n\n')}\r\n`))],
  ['gzip of UTF-16 with one record a line', () => Promise.resolve(gzipSync(Buffer.from(`\ufeff${LINES}`, 'utf16le')))],
  ['a zip archive', () => zipOf({ 'readme.txt': 'x', 'folder/a.json': TEXT })],
  ['a zip archive without compression', () => zipOf({ 'readme.txt': 'x', 'folder/a.json': TEXT }, { compress: false })],
];

const ID = '0123456789abcdefghijAB';

describe('readBatches', () => {
  it.each(containers)('gives out every record of %s in its place', async (_container, make) => {
    const { batches, records, broken } = await readFrom(await inspected(await make()));
    expect(broken).toBeNull();
    expect(records.map(({ record }) => record)).toEqual(RECORDS.map((_, index) => index + 1));
    expect(records.map((record) => ('play' in record ? record.play.trackName : record.skipped))).toEqual(
      RECORDS.map((record) => record['master_metadata_track_name']),
    );
    expect(batches.map((batch) => batch.records.length)).toEqual([...Array<number>(42).fill(7), 6]);
  });

  it.each(containers)('goes on in %s from any place it named', async (_container, make) => {
    const file = await inspected(await make());
    const whole = await readFrom(file);
    for (const { next } of whole.batches) {
      const rest = await readFrom(file, next, 50);
      expect(rest.records).toEqual(whole.records.slice(next.record));
      expect(rest.broken).toBeNull();
    }
  });

  it('gives out what it passes over, with the reason', async () => {
    const file = await inspected(
      JSON.stringify([extendedRecord({ ms_played: 0 }), extendedRecord({ ts: 'never' }), 5, extendedRecord()]),
    );
    expect((await readFrom(file)).records).toMatchObject([
      { record: 1, skipped: 'not_played' },
      { record: 2, skipped: 'invalid' },
      { record: 3, skipped: 'invalid', detail: 'not readable as a record' },
      { record: 4, play: { trackName: 'Song' } },
    ]);
  });

  it('reads account data as such, and an empty list as nothing', async () => {
    const account = await readFrom(await inspected(JSON.stringify([accountRecord()])));
    expect(account.records).toMatchObject([{ play: { trackId: null, playedAt: Date.UTC(2023, 3, 1, 8, 15) } }]);
    expect(await readFrom(await inspected('[]'))).toEqual({ batches: [], records: [], broken: null });
  });

  it('takes a broken line for one record that cannot be read, wherever it stands', async () => {
    const lines = LINES.split('\n');
    for (const at of [0, 150, 299]) {
      const broken = lines.with(at, (lines[at] ?? '').slice(0, -40)).join('\n');
      const { records, broken: end } = await readFrom(await inspected(`${broken}\n`));
      expect(end).toBeNull();
      expect(records).toHaveLength(300);
      expect(records.filter((record) => 'skipped' in record)).toEqual([
        { record: at + 1, skipped: 'invalid', detail: 'not readable as a record' },
      ]);
    }
  });

  it('reads the history that this service exports, with all that each source has reported', async () => {
    const track = { platform_id: ID, name: 'Song', artist_name: 'Ann', album_name: 'Album', duration_ms: 9 };
    const [feed, minute] = ['2023-04-01T08:15:30.250Z', '2023-04-01T08:15:00.000Z'];
    const row = { track, played_at: feed, ms_played: null, seen: { api: feed }, source: 'api', context_uri: 'x' };
    const merged = {
      ...row,
      ms_played: 5,
      seen: { extended: feed, account: minute },
      reported_as: { account: 'name:0123456789abcdefghijAB' },
      reported_names: { account: { track: 'SONG', artist: 'Ann', album: '' } },
      reported_ms: { account: 6 },
    };
    const nobodys = { ...row, seen: {} };
    const rows = [row, merged, nobodys, { ...row, seen: { api: '1999-01-01T00:00:00Z' } }];
    const { records } = await readFrom(await inspected(rows.map((each) => `${JSON.stringify(each)}\n`).join('')));
    const names = { trackId: ID, trackName: 'Song', artistName: 'Ann', albumName: 'Album' };
    const playedAt = Date.parse(feed);
    const rest = { albumImageUrl: '', durationMs: 9, contextType: '', contextUri: 'x' };
    const byFeed = { source: 'api', ...names, playedAt, msPlayed: null, ...rest };
    const byExport = { source: 'extended', ...names, playedAt, msPlayed: 5, ...rest };
    const other = { trackId: null, trackName: 'SONG', albumName: '', playedAt: Date.parse(minute), msPlayed: 6 };
    const byAccount = { source: 'account', ...names, ...other, ...rest };
    expect(records).toEqual([
      { record: 1, play: { ...names, playedAt, msPlayed: null, archived: { source: 'api', reports: [byFeed] } } },
      {
        record: 2,
        play: { ...names, playedAt, msPlayed: 5, archived: { source: 'api', reports: [byExport, byAccount] } },
      },
      { record: 3, skipped: 'invalid', detail: 'does not say who has reported the play, and when' },
      { record: 4, skipped: 'invalid', detail: 'reported at a time that cannot be' },
    ]);
  });

  it('lets no other field of a record through', async () => {
    const { records } = await readFrom(
      await inspected(JSON.stringify([extendedRecord(), extendedRecord({ ts: 'x' })])),
    );
    expect(JSON.stringify(records)).not.toMatch(/192\.0\.2|samsung|DE/);
  });
});

describe('readBatches of a broken file', () => {
  it('gives out all before a text is cut off, as many as were counted', async () => {
    for (const share of [0.3, 0.5, 0.77, 1 - 1 / TEXT.length]) {
      const cut = TEXT.slice(0, Math.floor(TEXT.length * share));
      const file = await inspected(cut);
      const { records, broken } = await readFrom(file);
      expect(records).toHaveLength(cut.split('null}').length - 1);
      expect(records).toHaveLength(file.records);
      expect(broken).toEqual({ breakage: 'cut_off', byteOffset: Buffer.byteLength(cut), record: file.records + 1 });
    }
  });

  it('gives out all before a line is cut off, and the last line if it is whole without a line end', async () => {
    for (const share of [0.3, 0.77, 1 - 1 / LINES.length]) {
      const cut = LINES.slice(0, Math.floor(LINES.length * share));
      const file = await inspected(cut);
      const { records, broken } = await readFrom(file);
      expect(records).toHaveLength(cut.split('null}').length - 1);
      expect(records).toHaveLength(file.records);
      expect(broken).toEqual({ breakage: 'cut_off', byteOffset: Buffer.byteLength(cut), record: file.records + 1 });
    }
    expect(await readFrom(await inspected(LINES))).toMatchObject({ broken: null, records: { length: 300 } });
  });

  it('gives out all before UTF-16 is cut off, within a character too', async () => {
    const text = Buffer.from(`\ufeff${TEXT}`, 'utf16le');
    for (const length of [text.length / 2, text.length / 2 + 1, text.length - 1]) {
      const file = await inspected(text.subarray(0, length));
      const { records, broken } = await readFrom(file);
      expect(records).toHaveLength(text.subarray(0, length).toString('utf16le').split('null}').length - 1);
      expect(broken).toMatchObject({ breakage: 'cut_off', record: file.records + 1 });
    }
  });

  it('gives out all that a cut-off gzip file holds', async () => {
    const packed = gzipSync(TEXT);
    for (let length = 600; length < packed.length - 8; length += 97) {
      const file = await inspected(packed.subarray(0, length));
      const { records, broken } = await readFrom(file);
      expect(records).toHaveLength(file.records);
      expect(broken).toEqual({ breakage: 'cut_off', byteOffset: file.bytes, record: file.records + 1 });
    }
  });

  it('takes a gzip file that lacks nothing but its checksum', async () => {
    const { records, broken } = await readFrom(await inspected(gzipSync(TEXT).subarray(0, -8)));
    expect(records).toHaveLength(300);
    expect(broken).toBeNull();
  });

  it('gives out all that can be unpacked of a damaged gzip file, the same each time', async () => {
    // Noise, which packs badly, so that the file is unpacked in many steps.
    const noise = (index: number) => createHash('sha512').update(String(index)).digest('base64').repeat(2);
    const packed = gzipSync(JSON.stringify(RECORDS.map((record, index) => ({ ...record, noise: noise(index) }))));
    for (const share of [0.2, 0.55, 0.9]) {
      const damaged = Buffer.from(packed);
      damaged.fill(0xff, Math.floor(packed.length * share), Math.floor(packed.length * share) + 4);
      const unpacked = unpackable(damaged);
      const file = await inspected(damaged);
      const reading = await readFrom(file);
      expect(reading.records).toHaveLength(file.records);
      expect(reading.broken?.byteOffset).toBe(unpacked.length);
      expect(reading.records).toHaveLength(unpacked.toString().split('"}').length - 1);
      expect(await readFrom(file)).toEqual(reading);
    }
  }, 120_000);

  it.each([
    ['gzip', () => Promise.resolve(gzipSync(TEXT)), -8],
    ['a zip archive', () => zipOf({ 'a.json': TEXT }), -1],
  ])('notices that the content of %s is not what was packed', async (container, make, trailer) => {
    const packed = await make();
    // The checksum stands in front of the length in gzip, and 16 bytes into the directory of an archive.
    const at = container === 'gzip' ? packed.length + trailer : packed.readUInt32LE(packed.length - 6) + 16;
    packed.writeUInt32LE(0, at);
    const { records, broken } = await readFrom(await inspected(packed));
    expect(records).toHaveLength(300);
    expect(broken).toEqual({ breakage: 'unpacking', byteOffset: Buffer.byteLength(TEXT), record: 301 });
  });

  it('gives out all before something unexpected, and comes upon it again when taken up', async () => {
    const file = await inspected(`${TEXT} {"more": true}`);
    const { batches, records, broken } = await readFrom(file);
    expect(records).toHaveLength(300);
    expect(broken).toEqual({ breakage: 'trailing', byteOffset: Buffer.byteLength(TEXT) + 1, record: 301 });
    expect(await readFrom(file, batches.at(-1)?.next)).toEqual({ batches: [], records: [], broken });
  });
});

/** As much of a damaged gzip file as can be unpacked, found by cutting it off ever closer to the damage. */
function unpackable(damaged: Buffer): Buffer {
  let good = 0;
  let bad = damaged.length + 1;
  let unpacked = Buffer.alloc(0);
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    try {
      unpacked = gunzipSync(damaged.subarray(0, middle), { finishFlush: constants.Z_SYNC_FLUSH });
      good = middle;
    } catch {
      bad = middle;
    }
  }
  return unpacked;
}
