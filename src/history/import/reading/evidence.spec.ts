import fc from 'fast-check';
import { Evidence } from './evidence';

/** What is judged of records in an encoding, cut into chunks of this length. */
function isWrong(records: readonly string[], encoding: BufferEncoding, chunkLength: number): boolean {
  const evidence = new Evidence();
  const bytes = Buffer.from(records.join(''), encoding);
  for (let at = 0, next = 0, end = 0; at < bytes.length; at += chunkLength) {
    const chunk = bytes.subarray(at, at + chunkLength);
    evidence.noteChunk(chunk);
    for (; next < records.length; next += 1) {
      const record = Buffer.from(records[next] ?? '', encoding);
      if (end + record.length > at + chunk.length) break;
      end += record.length;
      evidence.noteRecord(record);
    }
  }
  return evidence.isWronglyEncoded;
}

describe('the encoding of records', () => {
  const plain = fc.constantFrom('"plain",', '"Song",');
  const chunkLength = fc.integer({ min: 12, max: 60 });

  it('is right in UTF-8, wherever characters are cut in two', () => {
    const record = fc.oneof(plain, fc.constantFrom('"é",', '"中文",', '"🎵🎵",'));
    fc.assert(
      fc.property(fc.array(record), chunkLength, (records, length) => {
        expect(isWrong(records, 'utf8', length)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('is wrong in Latin-1 if any record has a letter beyond ASCII', () => {
    fc.assert(
      fc.property(fc.array(plain), fc.array(plain), (before, after) => {
        expect(isWrong([...before, '"Zo\u00eb P",', ...after], 'latin1', 1_000)).toBe(true);
      }),
    );
  });
});
