import { Double, Long } from 'bson';
import fc from 'fast-check';
import { decode } from './decode';
import { encode } from './encode';
import { Doc, typeName } from './value';

describe('decode', () => {
  test.each<[Doc, string]>([
    [{ v: 1 }, 'int'],
    [{ v: new Double(1) }, 'double'],
    [{ v: -0 }, 'double'],
    [{ v: 1e12 }, 'double'],
    [{ v: 1.5 }, 'double'],
    [{ v: Long.fromNumber(1) }, 'long'],
    [{ v: Long.MAX_VALUE }, 'long'],
  ])('keeps the type of %j', (doc, type) => {
    const decoded = decode(encode(doc));
    expect(typeName(decoded.v)).toBe(type);
    expect(encode(decoded)).toEqual(encode(doc));
  });

  test('keeps names that are awkward in JavaScript', () => {
    const doc = JSON.parse('{"__proto__":{"a":1},"constructor":2,"a.b":3,"$x":4,"":5,"é":6}') as Doc;
    const decoded = decode(encode(doc));
    expect(Object.keys(decoded)).toEqual(Object.keys(doc));
    expect(encode(decoded)).toEqual(encode(doc));
    expect(Object.getPrototypeOf(decoded)).toBe(Object.prototype);
  });

  test('decodes no more than the fields wanted', () => {
    const bytes = encode({ a: { x: [1] }, b: 'text', c: null });
    expect(decode(bytes, 0, new Set(['b', 'z']))).toEqual({ b: 'text' });
  });

  test('gives back any document that was encoded', () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    fc.assert(
      fc.property(fc.dictionary(fc.string().map(withoutZero), value), (doc) => {
        const bytes = encode(JSON.parse(JSON.stringify(doc).replaceAll('\\u0000', '')) as Doc);
        expect(encode(decode(bytes))).toEqual(bytes);
      }),
    );
  });
});

function withoutZero(name: string): string {
  return name.replaceAll('\0', '');
}
