import { BSONRegExp } from 'bson';
import { literalPrefix, toRegExp } from './regex';

describe('toRegExp', () => {
  test.each<[string, string, string, boolean]>([
    ['^a', '', 'abc', true],
    ['^A', 'i', 'abc', true],
    ['(?i)^A', '', 'abc', true],
    ['a.c', 's', 'a\nc', true],
    ['^c', 'm', 'a\nc', true],
    ['\\-\\_\\ \\@', '', '-_ @', true],
    ['[\\-a]', '', '-', true],
    ['^.$', '', '😀', true],
    ['\\bé', 'i', 'É', false],
  ])('/%s/%s on %p is %p', (pattern, options, text, expected) => {
    expect(toRegExp(new BSONRegExp(pattern, options)).test(text)).toBe(expected);
  });

  test.each([
    ['\\Astart', ''],
    ['a++', ''],
    ['(?>a)', ''],
    ['a', 'x'],
    ['(', ''],
  ])('refuses /%s/%s rather than read it differently', (pattern, options) => {
    expect(() => toRegExp(new BSONRegExp(pattern, options))).toThrow(/regex|regular expression/i);
  });
});

describe('literalPrefix', () => {
  test.each<[string, string, string]>([
    ['^abc', '', 'abc'],
    ['^a\\.b', '', 'a.b'],
    ['^ab?c', '', 'a'],
    ['^ab*', '', 'a'],
    ['^a\\.*', '', 'a'],
    ['^ab+', '', 'a'],
    ['^a|b', '', ''],
    ['^abc', 'i', ''],
    ['abc', '', ''],
    ['^[a]', '', ''],
  ])('/%s/%s begins with %p', (pattern, options, expected) => {
    expect(literalPrefix(new BSONRegExp(pattern, options))).toBe(expected);
  });
});
