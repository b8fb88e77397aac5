import fc from 'fast-check';
import type { ImportedPlay, ReadRecord } from './imported-play';
import { BatchPacker, BatchUnpacker, newTracksIn } from './packed-batch';
import type { ReadBatch } from './reading-messages';

const text = fc.constantFrom('', 'a', 'b', 'a"', ',"b');

const play: fc.Arbitrary<ImportedPlay> = fc.record({
  trackId: fc.option(text, { nil: null }),
  trackName: text,
  artistName: text,
  albumName: text,
  msPlayed: fc.option(fc.integer({ min: 1, max: 2 ** 31 - 1 }), { nil: null }),
  playedAt: fc.integer({ min: 0, max: 2 ** 42 }),
});

const content = fc.oneof(
  play.map((told) => ({ play: told })),
  fc.record({ skipped: fc.constantFrom('not_a_track', 'not_played', 'invalid'), detail: text }),
);

/** Batches of records that follow one another. */
const batches: fc.Arbitrary<ReadBatch[]> = fc
  .tuple(fc.nat(1_000), fc.array(fc.array(content, { minLength: 1, maxLength: 9 }), { maxLength: 9 }))
  .map(([before, contents]) => {
    let record = before;
    return contents.map((some) => {
      const records = some.map((told) => ({ record: ++record, ...told }));
      return { records, next: { record, byte: record * 7 } };
    });
  });

describe('a batch that has been packed and unpacked', () => {
  it('is what it was, however many tracks are remembered', () => {
    fc.assert(
      fc.property(batches, fc.nat(12), (read, mostTracks) => {
        const [packer, unpacker] = [new BatchPacker(mostTracks), new BatchUnpacker()];
        const unpacked = read.map((batch) => unpacker.unpack(structuredClone(packer.pack(batch))));
        expect(unpacked).toEqual(read);
      }),
    );
  });

  it('tells each of its tracks, unless one before has', () => {
    fc.assert(
      fc.property(batches, fc.nat(12), (read, mostTracks) => {
        const packer = new BatchPacker(mostTracks);
        const told: string[] = [];
        for (const batch of read) {
          told.push(
            ...newTracksIn(packer.pack(batch)).map(({ artistName, trackName }) => `${artistName}, ${trackName}`),
          );
          for (const record of batch.records) {
            if ('play' in record) expect(told).toContain(`${record.play.artistName}, ${record.play.trackName}`);
          }
        }
      }),
    );
  });

  it('has spelt each track out once', () => {
    const packer = new BatchPacker();
    const records: ReadRecord[] = [1, 2, 3].map((record) => ({
      record,
      play: { trackId: null, trackName: 'Song', artistName: 'Band', albumName: '', msPlayed: 1, playedAt: record },
    }));
    const batch = { records, next: { record: 3, byte: 9 } };
    expect([packer.pack(batch), packer.pack(batch)].map(({ tracks }) => tracks)).toEqual([
      [null, 'Song', 'Band', ''],
      [],
    ]);
  });

  it('is small whatever came before: what is remembered is forgotten in time', () => {
    const packer = new BatchPacker(2);
    const withTrack = (trackName: string): ReadBatch => ({
      records: [
        { record: 1, play: { trackId: null, trackName, artistName: '', albumName: '', msPlayed: 1, playedAt: 0 } },
      ],
      next: { record: 1, byte: 3 },
    });
    expect(['a', 'b', 'c', 'd', 'a'].map((name) => packer.pack(withTrack(name)).isAfresh)).toEqual([
      false,
      false,
      false,
      true,
      false,
    ]);
  });
});
