import { Binary, Double, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import fc from 'fast-check';
import { compareValues } from '../bson/compare';
import { Type } from '../bson/raw';
import { decodeValue } from '../bson/decode';
import { encode } from '../bson/encode';
import { Doc, setField, Value } from '../bson/value';
import { encodeKey, identityOf, writeRawValue, writeValue } from './key-encoding';
import { cutKey, KeyWriter, MAX_KEY_BYTES } from './key-writer';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('', '\0', '\x01', 'a', 'a\0', 'a\x01', 'é', '😀', '\uffff'),
);
const number: fc.Arbitrary<Value> = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.integer({ min: -3, max: 3 }).map((value) => new Double(value)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => Long.fromBigInt(value)),
  fc.constantFrom(0, -0, NaN, Infinity, -Infinity, 2 ** 53, 2 ** 63, Long.MAX_VALUE, Long.fromBigInt(2n ** 53n + 1n)),
);
const scalar: fc.Arbitrary<Value> = fc.oneof(
  number,
  text,
  fc.boolean(),
  fc.constantFrom(null, undefined, new MinKey(), new MaxKey()),
  fc.date({ noInvalidDate: true }),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new ObjectId(bytes)),
  fc.uint8Array({ maxLength: 4 }).map((bytes) => new Binary(bytes)),
  fc.tuple(fc.nat(), fc.nat()).map(([t, i]) => new Timestamp({ t, i })),
);
const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(text, tie('value')), { maxLength: 3 }).map(docOf),
  ),
}));

function docOf(entries: [string, Value][]): Doc {
  const doc: Doc = {};
  for (const [name, field] of entries) setField(doc, name.replaceAll('\0', ''), field);
  return doc;
}

function descending(field: Value): Buffer {
  const key = new KeyWriter();
  writeValue(key, field);
  key.invert(0);
  return key.take();
}

describe('index keys', () => {
  test('the order of the bytes is the order of the values', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        const expected = Math.sign(compareValues(a, b));
        expect(Buffer.compare(encodeKey(a), encodeKey(b))).toBe(expected);
        expect(Buffer.compare(descending(a), descending(b))).toBe(-expected + 0);
      }),
      { numRuns: 3000 },
    );
  });

  test('compound keys compare field by field, whatever is in the fields', () => {
    const pair = fc.tuple(value, value);
    fc.assert(
      fc.property(pair, pair, ([a1, a2], [b1, b2]) => {
        const left = Buffer.concat([descending(a1), encodeKey(a2)]);
        const right = Buffer.concat([descending(b1), encodeKey(b2)]);
        expect(Buffer.compare(left, right)).toBe(Math.sign(-compareValues(a1, b1) || compareValues(a2, b2)));
      }),
      { numRuns: 2000 },
    );
  });

  test('a value and 0xff after it lie behind every key that begins with the value', () => {
    fc.assert(
      fc.property(value, value, (a, next) => {
        for (const key of [encodeKey(a), descending(a)]) {
          const end = Buffer.concat([key, Buffer.from([0xff])]);
          expect(Buffer.compare(Buffer.concat([key, encodeKey(next)]), end)).toBe(-1);
          expect(Buffer.compare(Buffer.concat([key, descending(next)]), end)).toBe(-1);
        }
      }),
    );
  });

  test('the key made from raw bytes is the key of the decoded value', () => {
    fc.assert(
      fc.property(value, (field) => {
        const bytes = encode({ v: [field ?? null] });
        const type = bytes[11] ?? Type.Null;
        const position = 14;
        const key = new KeyWriter();
        writeRawValue(key, bytes, type, position);
        expect(key.take()).toEqual(encodeKey(decodeValue(bytes, type, position)));
      }),
    );
  });

  test.each<[Value, Value]>([
    [1, new Double(1)],
    [1, Long.ONE],
    [0, -0],
    [{ a: 1 }, { a: Long.ONE }],
    [NaN, NaN],
  ])('%p and %p have one identity', (a, b) => {
    expect(identityOf(a)).toBe(identityOf(b));
  });

  test('a string never has the identity of another type', () => {
    fc.assert(
      fc.property(text, scalar, (string, other) => {
        if (typeof other !== 'string') expect(identityOf(string)).not.toBe(identityOf(other));
      }),
    );
  });

  test('a long key keeps its head and is told from others by its hash', () => {
    const long = encodeKey('x'.repeat(5000));
    const other = encodeKey(`${'x'.repeat(4999)}y`);
    expect(cutKey(long)).toHaveLength(MAX_KEY_BYTES);
    expect(cutKey(long).subarray(0, 1900)).toEqual(long.subarray(0, 1900));
    expect(cutKey(long)).not.toEqual(cutKey(other));
    expect(cutKey(encodeKey('short'))).toEqual(encodeKey('short'));
  });
});
