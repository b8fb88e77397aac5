/** Any character that composition could change, or half of a surrogate pair; names without one are taken as they are. */
const NEEDS_CARE = /[\u0300-\uffff]/;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * A name as it is stored: Unicode NFC, so that two spellings of one name are one.
 * Halves of surrogate pairs, which UTF-8 cannot carry, become U+FFFD, as storing them would make of them anyway.
 */
export function normaliseName(name: string): string {
  return NEEDS_CARE.test(name) ? name.replace(LONE_SURROGATE, '\uFFFD').normalize('NFC') : name;
}

/**
 * The key under which a name is compared: NFC, trimmed, lower-cased. Two names match when their keys are equal.
 * Composed once more after lower-casing, which can leave letters apart that belong together (J̌ has no composed form, ǰ has).
 */
export function matchKey(name: string): string {
  return normaliseName(normaliseName(name).trim().toLowerCase());
}

/** A pattern that matches the text itself; NUL, which would end a stored pattern, is written by its number. */
export function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&').replaceAll('\0', '\\x00');
}
