import fc from 'fast-check';
import { chunkLengths, expectRestFromAnyPlace, splitInChunks } from '../../testing/split-in-chunks';
import { LineSplitter } from './line-splitter';
import { MAX_RECORD_BYTES } from './split-record';

const split = splitInChunks((from) => new LineSplitter(from));

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
    expectRestFromAnyPlace(split, anyFile);
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
