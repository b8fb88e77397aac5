import fc from 'fast-check';
import { matchKey, normaliseName } from './text';

const anyText = fc.string({ unit: 'binary' });

describe('normaliseName', () => {
  it('makes two spellings of one name one', () => {
    expect(normaliseName('De\u0301ja\u0300')).toBe('D\u00e9j\u00e0');
    expect(normaliseName('\u212bsa')).toBe('\u00c5sa');
  });

  it('is the NFC of every text that is well formed', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(normaliseName(text)).toBe(text.normalize('NFC'));
      }),
    );
  });

  it('replaces half a surrogate pair, and leaves a whole one', () => {
    expect(normaliseName('a\ud83dz \ud83d\ude00')).toBe('a\ufffdz \ud83d\ude00');
  });
});

describe('matchKey', () => {
  it.each([
    ['  The Song\u00a0', 'the song'],
    ['DE\u0301JA\u0300', 'd\u00e9j\u00e0'],
    ['J\u030c', '\u01f0'],
    ['   ', ''],
  ])('of %j is %j', (name, key) => {
    expect(matchKey(name)).toBe(key);
  });

  it('is the same for the composed and the decomposed spelling', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(matchKey(text.normalize('NFD'))).toBe(matchKey(text.normalize('NFC')));
      }),
    );
  });
});
