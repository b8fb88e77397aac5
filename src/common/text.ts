/** Any character that composition could change, or half of a surrogate pair; names without one are taken as they are. */
const NEEDS_COMPOSING = /[\u0300-\uffff]/;
/** Names in ASCII without blanks around them, as most are: nothing is to be done about them. */
const PLAIN_NAME = /^[!-~](?:[ -~]*[!-~])?$/;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Characters without a width: joiners, marks of direction, soft hyphens and byte order marks. */
const ZERO_WIDTH = '\\u034f\\xad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff';
const OUTER = new RegExp(`[\\s${ZERO_WIDTH}]`);
/** What keys leave out. A variation selector says how the character before it is shown, also at the end of a name. */
const INVISIBLE = new RegExp(`[${ZERO_WIDTH}\\p{Variation_Selector}]`, 'gu');
const SHOWN = new RegExp(`[^\\s${ZERO_WIDTH}\\p{Variation_Selector}]`, 'u');

/**
 * A name as it is stored: Unicode NFC, so that two spellings of one name are one, without blanks and characters of no
 * width at its ends; inside they belong to the spelling of Persian, of Indic languages and of emoji.
 * Halves of surrogate pairs, which UTF-8 cannot carry, become U+FFFD, as storing them would make of them anyway.
 */
export function normaliseName(name: string): string {
  if (PLAIN_NAME.test(name)) return name;
  const text = composed(name);
  const start = text.search(SHOWN);
  if (start === -1) return '';
  // From the end one by one: a pattern for it takes ages where there are thousands of blanks inside.
  let end = text.length;
  while (OUTER.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Whether a name shows nothing: such a name is none. */
export function isBlank(name: string): boolean {
  return !SHOWN.test(name);
}

/** The key under which a name is compared: two names match when their keys are equal. */
export function matchKey(name: string): string {
  return foldText(name).trim();
}

/**
 * Text as it stands in keys: NFC, lower-cased, without characters that are not seen. Blanks at its ends stay.
 * Composed once more after lower-casing, which can leave letters apart that belong together (J̌ has no composed form, ǰ has).
 */
export function foldText(text: string): string {
  return composed(composed(text).replace(INVISIBLE, '').toLowerCase());
}

/** A mark that is joined to the letter before it, such as an accent. */
const MARK = /\p{Mn}/gu;

/** Text in the form that searches compare: without accents and case, its words apart by one blank each. */
export function searchText(text: string): string {
  return text.normalize('NFKD').replace(MARK, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** A pattern that matches the text itself; NUL, which would end a stored pattern, is written by its number. */
export function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&').replaceAll('\0', '\\x00');
}

function composed(text: string): string {
  return NEEDS_COMPOSING.test(text) ? text.replace(LONE_SURROGATE, '\uFFFD').normalize('NFC') : text;
}
