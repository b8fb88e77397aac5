import fc from 'fast-check';
import { BrokenJsonError } from './broken-json.error';
import { LineSplitter } from './line-splitter';
import { MAX_RECORD_BYTES, type Place, type SplitRecord } from './split-record';

interface Outcome {
  /** The text of every record given out; null for one that is too long. */
  records: (string | null)[];
  next: Place[];
  broken: Pick<BrokenJsonError, 'breakage' | 'byteOffset' | 'record'> | null;
}

/** Feeds the bytes in chunks of these lengths, the last of which comes again and again, through one buffer. */
function split(bytes: Buffer, chunkLengths: readonly number[] = [bytes.length], from?: Place): Outcome {
  const splitter = new LineSplitter(from);
  const outcome: Outcome = { records: [], next: [], broken: null };
  const take = ({ bytes: record, next }: SplitRecord): void => {
    outcome.records.push(record?.toString() ?? null);
    outcome.next.push(next);
  };
  const reused = Buffer.alloc(Math.max(1, ...chunkLengths));
  try {
    for (let at = from?.byte ?? 0, step = 0; at < bytes.length; step += 1) {
      const length = Math.max(1, chunkLengths[Math.min(step, chunkLengths.length - 1)] ?? 1);
      const chunk = reused.subarray(0, bytes.copy(reused, 0, at, at + length));
      splitter.feed(chunk);
      for (let record = splitter.next(); record !== null; record = splitter.next()) take(record);
      at += chunk.length;
    }
    reused.fill(0);
    const last = splitter.end();
    if (last !== null) take(last);
  } catch (error) {
    if (!(error instanceof BrokenJsonError)) throw error;
    outcome.broken = { breakage: error.breakage, byteOffset: error.byteOffset, record: error.record };
  }
  return outcome;
}

const chunkLengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 });
const anyFile = fc
  .record({
    values: fc.array(fc.dictionary(fc.string(), fc.jsonValue({ stringUnit: 'binary' })), { maxLength: 12 }),
    lineEnd: fc.constantFrom('\n', '\r\n', '\n\n', ' \r\n\t\r\n '),
    mark: fc.constantFrom('', '\ufeff'),
    hasLastLineEnd: fc.boolean(),
  })
  .map(({ values, lineEnd, mark, hasLastLineEnd }) => {
    const lines = values.map((value) => JSON.stringify(value)).join(lineEnd);
    return { values, bytes: Buffer.from(`${mark}${lines}${hasLastLineEnd ? lineEnd : ''}`) };
  });

describe('LineSplitter', () => {
  it('gives out every line that is not blank, however the text is cut into chunks', () => {
    fc.assert(
      fc.property(anyFile, chunkLengths, ({ values, bytes }, lengths) => {
        const { records, broken } = split(bytes, lengths);
        expect(broken).toBeNull();
        expect(records).toEqual(values.map((value) => JSON.stringify(value)));
      }),
      { numRuns: 500 },
    );
  });

  it('gives out the rest when taken up again at any place it named', () => {
    fc.assert(
      fc.property(anyFile, chunkLengths, ({ bytes }, lengths) => {
        const whole = split(bytes, lengths);
        whole.next.forEach((place, index) => {
          const rest = split(bytes, lengths, place);
          expect(rest.records).toEqual(whole.records.slice(index + 1));
          expect(rest.next).toEqual(whole.next.slice(index + 1));
          expect(rest.broken).toBeNull();
        });
      }),
    );
  });

  it('numbers the records and says where they end', () => {
    expect(split(Buffer.from('{"a":1}\n\n [2] \r\n"x"')).next).toEqual([
      { record: 1, byte: 7 },
      { record: 2, byte: 15 },
      { record: 3, byte: 19 },
    ]);
  });

  it('breaks off where the last line is cut, and there alone', () => {
    const line = '{"a": "\\\\\\"]}é", "b": [{}]}';
    const bytes = Buffer.from(`${line}\n{"cut": [\n${line}`);
    const start = bytes.lastIndexOf('\n') + 1;
    for (let length = start + 1; length < bytes.length; length += 1)
      expect(split(bytes.subarray(0, length), [7])).toMatchObject({
        records: [line, '{"cut": ['],
        broken: { breakage: 'cut_off', byteOffset: length, record: 3 },
      });
    expect(split(bytes, [7])).toMatchObject({ records: [line, '{"cut": [', line], broken: null });
  });

  it('takes a malformed last line for a record if it is closed', () => {
    expect(split(Buffer.from('{"a":1}\n{"b":oops}'))).toMatchObject({
      records: ['{"a":1}', '{"b":oops}'],
      broken: null,
    });
  });

  it.each(['\n', '\r\n'])('keeps a record of 64 KiB and no more (line end %j)', (lineEnd) => {
    for (const difference of [-1, 0, 1]) {
      const record = JSON.stringify('x'.repeat(MAX_RECORD_BYTES + difference - 2));
      const { records, broken } = split(Buffer.from(`1${lineEnd}${record}${lineEnd}2`), [1000]);
      expect(records).toEqual(['1', difference > 0 ? null : record, '2']);
      expect(broken).toBeNull();
    }
  });

  it('names the beginning of a last line that is far too long', () => {
    const { records, broken } = split(Buffer.from(`{}\n${'x'.repeat(300_000)}`), [5000]);
    expect(records).toEqual(['{}']);
    expect(broken).toEqual({ breakage: 'unclosed', byteOffset: 3, record: 2 });
  });
});
