import fc from 'fast-check';
import { chunkLengths, expectRestFromAnyPlace, splitInChunks } from '../../testing/split-in-chunks';
import { MAX_RECORD_BYTES } from './split-record';
import { ArraySplitter } from './array-splitter';

const split = splitInChunks((from) => new ArraySplitter(from));

const layout = fc.record({
  indent: fc.constantFrom(0, 2, '\t'),
  byteOrderMark: fc.boolean(),
  windowsLines: fc.boolean(),
  surroundings: fc.constantFrom('', '\n', ' \r\n\t'),
});
const anyArray = fc.array(fc.jsonValue({ stringUnit: 'binary' }), { maxLength: 12 });
const anyFile = fc.record({ values: anyArray, layout }).map(({ values, layout: as }) => {
  const json = JSON.stringify(values, null, as.indent);
  const lines = as.windowsLines ? json.replaceAll('\n', '\r\n') : json;
  const text = `${as.byteOrderMark ? '\ufeff' : ''}${as.surroundings}${lines}${as.surroundings}`;
  return { values, bytes: Buffer.from(text) };
});

describe('ArraySplitter', () => {
  it('gives out what JSON.parse finds in the array, however it is laid out and cut into chunks', () => {
    fc.assert(
      fc.property(anyFile, chunkLengths, ({ values, bytes }, lengths) => {
        const { records, broken } = split(bytes, lengths);
        expect(broken).toBeNull();
        expect(records.map((record) => JSON.parse(record ?? '') as unknown)).toEqual(
          values.map((value) => JSON.parse(JSON.stringify(value)) as unknown),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('gives out the rest when taken up again at any place it named', () => {
    expectRestFromAnyPlace(split, anyFile);
  });

  it('numbers the records and says where they end', () => {
    expect(split(Buffer.from('[{"a":1}, 23 ,"x"]')).next).toEqual([
      { record: 1, byte: 8 },
      { record: 2, byte: 12 },
      { record: 3, byte: 17 },
    ]);
  });

  it('gives out every whole record of a file that is cut off anywhere, and says that it is', () => {
    const bytes = Buffer.from('\ufeff[\r\n{"a": "\\\\\\"]}é"},\r\n[1, {"b": []}], "x\\"y", 12 , null\r\n]\r\n');
    const { next } = split(bytes);
    const end = bytes.lastIndexOf(']') + 1;
    for (let length = 0; length < end; length += 1) {
      const { records, broken } = split(bytes.subarray(0, length), [7]);
      const whole = next.filter(({ record, byte }) => (record <= 3 ? byte <= length : byte < length)).length;
      expect(records).toHaveLength(whole);
      expect(broken).toEqual({ breakage: 'cut_off', byteOffset: length, record: whole + 1 });
    }
    expect(split(bytes.subarray(0, end)).broken).toBeNull();
  });

  it.each([
    ['no array', '{"a":1}', 0, 'unexpected', 0],
    ['plain text', 'hello', 0, 'unexpected', 0],
    ['a missing comma', '[{"a":1} {"b":2}]', 1, 'unexpected', 9],
    ['two commas', '[1,,2]', 1, 'unexpected', 3],
    ['a comma before the end', '[1,]', 1, 'unexpected', 3],
    ['a zero byte between records', '[1,\0,2]', 1, 'unexpected', 3],
    ['text behind the end', '[1] [2]', 1, 'trailing', 4],
    ['an object that ends as an array', '[{"a":1},{"b":2]', 1, 'unclosed', 9],
    ['a byte order mark in the wrong place', ' \ufeff[]', 0, 'unexpected', 1],
  ])('breaks at %s', (_case, text, records, breakage, byteOffset) => {
    const outcome = split(Buffer.from(text), [3]);
    expect(outcome.records).toHaveLength(records);
    expect(outcome.broken).toEqual({ breakage, byteOffset, record: records + 1 });
  });

  it('goes on behind a malformed record whose end is clear', () => {
    expect(split(Buffer.from('[{"a":1},{"b":oops},{"c"},nul,{"d":[}},{"e":5}]')).records).toEqual([
      '{"a":1}',
      '{"b":oops}',
      '{"c"}',
      'nul',
      '{"d":[}}',
      '{"e":5}',
    ]);
  });

  it.each([-1, 0, 1])('keeps a record of 64 KiB and no more (%i)', (difference) => {
    const record = JSON.stringify('x'.repeat(MAX_RECORD_BYTES + difference - 2));
    const { records } = split(Buffer.from(`[1,${record},2]`), [1000]);
    expect(records).toEqual(['1', difference > 0 ? null : record, '2']);
  });

  it('names the beginning of a record that never ends', () => {
    const { records, broken } = split(Buffer.from(`[1,{"a":"b",${'{"c":2},'.repeat(20_000)}3]`), [5000]);
    expect(records).toEqual(['1']);
    expect(broken).toEqual({ breakage: 'unclosed', byteOffset: 3, record: 2 });
  });

  it('passes over 100 MB of string and 100,000 brackets without keeping them', () => {
    const splitter = new ArraySplitter();
    const lengths: (number | null)[] = [];
    const feed = (chunk: Buffer) => {
      splitter.feed(chunk);
      for (let record = splitter.next(); record !== null; record = splitter.next()) {
        lengths.push(record.bytes?.length ?? null);
      }
    };
    const before = process.memoryUsage();
    const filling = Buffer.alloc(1024 * 1024, 'x');
    feed(Buffer.from('[1,"'));
    for (let megabytes = 0; megabytes < 100; megabytes += 1) feed(filling);
    feed(Buffer.from('",'));
    feed(Buffer.alloc(100_000, '['));
    feed(Buffer.alloc(100_000, ']'));
    feed(Buffer.from(',22]'));
    splitter.end();
    const after = process.memoryUsage();
    expect(lengths).toEqual([1, null, null, 2]);
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(4 * 1024 * 1024);
  });
});
