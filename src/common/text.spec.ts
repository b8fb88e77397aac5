import fc from 'fast-check';
import { foldText, isBlank, matchKey, normaliseName } from './text';

const anyText = fc.string({ unit: 'binary' });
/** Blanks, and characters of no width, as files have them at the ends of names. */
const outer = fc.string({
  unit: fc.constantFrom(
    ' ',
    '\t',
    '\n',
    '\u00a0',
    '\u3000',
    '\ufeff',
    '\u00ad',
    '\u200b',
    '\u200d',
    '\u200e',
    '\u2060',
    '\u2069',
  ),
});
/** What a key leaves out wherever it stands. */
const invisible = fc.string({
  unit: fc.constantFrom('\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\ufe0f'),
});

describe('normaliseName', () => {
  it('makes two spellings of one name one', () => {
    expect(normaliseName('De\u0301ja\u0300')).toBe('D\u00e9j\u00e0');
    expect(normaliseName('\u212bsa')).toBe('\u00c5sa');
  });

  it('leaves nothing of what stands around a name', () => {
    fc.assert(
      fc.property(outer, anyText, outer, (before, text, after) => {
        expect(normaliseName(before + text + after)).toBe(normaliseName(text));
        expect(normaliseName(normaliseName(text))).toBe(normaliseName(text));
      }),
    );
  });

  it.each([
    ['a joiner inside a word', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
    ['an emoji that is joined of two', '\u{1f468}\u200d\u{1f469} Duo'],
    ['how an emoji at the end is shown', 'Love \u2764\ufe0f'],
    ['a flag that ends in a tag', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
    ['blanks between words', 'Two  Words'],
  ])('keeps %s', (_what, name) => {
    expect(normaliseName(name)).toBe(name);
  });

  it('is the NFC of every text that is well formed and has nothing around it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(normaliseName(`(${text})`)).toBe(`(${text})`.normalize('NFC'));
      }),
    );
  });

  it('takes a moment for the longest record of blanks', () => {
    const name = `a${' '.repeat(64 * 1024)}b`;
    const begun = performance.now();
    expect(normaliseName(name)).toBe(name);
    expect(performance.now() - begun).toBeLessThan(100);
  });

  it('replaces half a surrogate pair, and leaves a whole one', () => {
    expect(normaliseName('a\ud83dz \ud83d\ude00')).toBe('a\ufffdz \ud83d\ude00');
  });
});

describe('isBlank', () => {
  it.each(['', ' ', '\ufeff', '\u200b\u2060', ' \u200d\u3000', '\ufe0f'])(
    'is true of %j, which is stored as no name',
    (name) => {
      expect(isBlank(name)).toBe(true);
      expect(normaliseName(name)).toBe('');
    },
  );

  it('is true of a name of which nothing is stored, and that has an empty key', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, outer), (text) => {
        expect(isBlank(text)).toBe(normaliseName(text) === '');
        expect(isBlank(text)).toBe(matchKey(text) === '');
      }),
    );
  });
});

describe('matchKey', () => {
  it.each([
    ['  The Song\u00a0', 'the song'],
    ['DE\u0301JA\u0300', 'd\u00e9j\u00e0'],
    ['J\u030c', '\u01f0'],
    ['   ', ''],
    ['\ufeff The\u200b Song\u2060', 'the song'],
    ['\u2764\ufe0f \ufe0f', '\u2764'],
    ['e\u200d\u0301', '\u00e9'],
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

  it('is the same for spellings that differ in what is not seen, wherever that stands', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.stringMatching(/^[a-z\u0627-\u06cc]$/), invisible)),
        outer,
        (letters, around) => {
          const plain = letters.map(([letter]) => letter).join('');
          expect(matchKey(around + letters.flat().join('') + around)).toBe(matchKey(plain));
        },
      ),
    );
  });

  it('tells flags apart that differ in their tags alone', () => {
    const flag = (region: string): string =>
      `\u{1f3f4}${Array.from(region, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')}\u{e007f}`;
    expect(matchKey(flag('gbeng'))).not.toBe(matchKey(flag('gbsct')));
  });

  it('of a key is the key', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(matchKey(matchKey(text))).toBe(matchKey(text));
      }),
    );
  });
});

describe('foldText', () => {
  it('keeps blanks at the ends, which a pattern may mean', () => {
    expect(foldText('The\u200b ')).toBe('the ');
  });
});
