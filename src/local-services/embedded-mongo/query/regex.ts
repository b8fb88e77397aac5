import { BSONRegExp } from 'bson';
import { badValue } from '../errors';

const FLAGS = new Map([
  ['i', 'i'],
  ['m', 'm'],
  ['s', 's'],
  ['u', ''],
]);
/** Sequences that mean one thing to MongoDB's regular expressions and another, or nothing, to JavaScript's. */
const FOREIGN = /\\[AZzQEGhHRXKaeCg]|\(\?(?![:=!]|<[=!A-Za-z])|[*+?}]\+/;
const LITERAL_ESCAPE = /[^0-9A-Za-z^$\\.*+?()[\]{}|/-]/;

/**
 * The JavaScript equivalent of a MongoDB (PCRE) regular expression.
 * @throws CommandError (BadValue) for one that JavaScript cannot express
 */
export function toRegExp(regex: BSONRegExp): RegExp {
  const inline = /^\(\?([ims]+)\)/.exec(regex.pattern);
  const source = inline ? regex.pattern.slice(inline[0].length) : regex.pattern;
  let flags = 'u';
  for (const option of new Set(regex.options + (inline?.[1] ?? ''))) {
    const flag = FLAGS.get(option);
    if (flag === undefined) throw badValue(`invalid flag in regex options: ${option}`);
    flags += flag;
  }
  const foreign = FOREIGN.exec(source.replace(/\\\\/g, ''));
  if (foreign) throw badValue(`regular expression syntax '${foreign[0]}' is not supported by the embedded engine`);
  try {
    return new RegExp(withPlainEscapes(source), flags);
  } catch (error) {
    if (error instanceof SyntaxError) throw badValue(`Regular expression is invalid: ${error.message}`);
    throw error;
  }
}

/** JavaScript refuses a backslash in front of a character that needs none; PCRE ignores it. */
function withPlainEscapes(source: string): string {
  let plain = '';
  let inClass = false;
  for (let i = 0; i < source.length; i++) {
    const char = source.charAt(i);
    if (char === '\\') {
      const next = source.charAt(++i);
      const needless = LITERAL_ESCAPE.test(next) || (next === '-' && !inClass);
      plain += needless ? next : char + next;
      continue;
    }
    if (char === '[') inClass = true;
    if (char === ']') inClass = false;
    plain += char;
  }
  return plain;
}

/** The literal text that every match of an anchored pattern begins with; empty when there is none. */
export function literalPrefix(regex: BSONRegExp): string {
  if (regex.options !== '' && regex.options !== 'u') return '';
  if (!regex.pattern.startsWith('^') || regex.pattern.includes('|')) return '';
  const literal = /^\^((?:[^\\^$.*+?()[\]{}|]|\\[^0-9A-Za-z])*)/.exec(regex.pattern)?.[1] ?? '';
  const rest = regex.pattern.charAt(literal.length + 1);
  const text = literal.replace(/\\(.)/gsu, '$1');
  const repeated = rest === '*' || rest === '?' || rest === '{' || rest === '+';
  return repeated ? text.replace(/.$/su, '') : text;
}
