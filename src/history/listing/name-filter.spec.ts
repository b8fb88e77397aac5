import { matchKey } from '../../common/text';
import { parseNameFilter } from './name-filter';

function matches(filter: string, name: string): boolean {
  const parsed = parseNameFilter(filter);
  return parsed.kind === 'exact' ? parsed.key === matchKey(name) : parsed.pattern.test(matchKey(name));
}

describe('a filter on names', () => {
  it.each([
    ['the beatles', 'The Beatles', true],
    [' The Beatles ', 'The Beatles', true],
    ['The Beatles', 'The Beatles Revival', false],
    ['Bjo\u0308rk', 'BJÖRK', true],
    ['the*', 'The Beatles', true],
    ['the *', 'Them', false],
    ['the *', 'The Beatles', true],
    ['*beatles', 'The Beatles', true],
    ['* beatles', 'Thebeatles', false],
    ['*eat*', 'The Beatles', true],
    ['*', 'The Beatles', true],
    ['*', '', true],
    ['**', 'The Beatles', true],
    ['a.c', 'abc', false],
    ['a.*', 'abc', false],
    ['a.*', 'a.c', true],
    ['(x*', '(x) y', true],
    ['T*s', 'The Beatles', false],
    ['M*A*S*H', 'm*a*s*h', true],
    ['*/[^a]-{2}$', 'x/[^A]-{2}$', true],
    ['*\\d*', '7', false],
    ['*😀', 'Smile 😀', true],
    ['*\0*', 'a\0b', true],
    ['ΟΔΟΣ*', 'Οδοσήμανση', true],
    ['*σ', 'ΟΔΟΣ', true],
    ['*ΟΔΟΣ*', 'Οδός', false],
    ['\ufeffThe Beatles\u200b', '\u200bTHE\u2060 Beatles ', true],
    ['\u0645\u06cc\u062e*', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645', true],
    ['*\u06cc\u200c\u062e*', '\u0645\u06cc\u062e\u0648\u0627\u0647\u0645', true],
    ['*\u{1f468}\u{1f469}*\u200b', 'The \u{1f468}\u200d\u{1f469} Duo', true],
    ['\u200bthe *', 'Them', false],
  ])('%p takes %p: %p', (filter, name, expected) => {
    expect(matches(filter, name)).toBe(expected);
  });
});
