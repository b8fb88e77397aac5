import fc from 'fast-check';
import { asciiJson } from './ascii-json';

describe('JSON in ASCII', () => {
  it('says the same as any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = asciiJson(value);
        expect(text).toMatch(/^[\0-\x7f]*$/);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it.each([
    ['é', '"\\u00e9"'],
    ['🎵', '"\\ud83c\\udfb5"'],
    ['a\\u00e9', '"a\\\\u00e9"'],
  ])('writes %s as %s', (value, text) => {
    expect(asciiJson(value)).toBe(text);
  });
});
