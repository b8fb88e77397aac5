/** Ways in which an export may write a name; all of them are one name. */
export const SPELLINGS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.normalize('NFD'),
  (name) => name.toUpperCase(),
  (name) => ` ${name.toLowerCase()} `,
  (name) => `\uFEFF${name}`,
  (name) => `${name}\u200B`,
  // A joiner within the name, which no reader sees.
  (name) => `${name.slice(0, 2)}\u200C${name.slice(2)}`,
];

const INVISIBLE = /[\u200B\u200C\uFEFF]/g;

/** A play's names in the form in which all spellings are equal. */
export function foldedNames(artist: string, track: string): string {
  return [artist, track].map((name) => name.normalize('NFC').replace(INVISIBLE, '').trim().toLowerCase()).join(' - ');
}
