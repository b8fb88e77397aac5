type Range = readonly [first: number, last: number];

/** Joiners, marks of direction, soft hyphens and byte order marks: no name begins or ends with one. */
const WITHOUT_WIDTH: readonly Range[] = [
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x180e, 0x180e],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0xfeff, 0xfeff],
];
/** They say how the character before them is shown. */
const SELECTORS: readonly Range[] = [
  [0x180b, 0x180d],
  [0x180f, 0x180f],
  [0xfe00, 0xfe0f],
  [0xe0100, 0xe01ef],
];

const isIn = (ranges: readonly Range[], character: string): boolean => {
  const code = character.codePointAt(0) ?? 0;
  return ranges.some(([first, last]) => code >= first && code <= last);
};
const isOuter = (character = ''): boolean => /^\s$/.test(character) || isIn(WITHOUT_WIDTH, character);

/** Printable ASCII without outer blanks, as most texts are: kept as it is. */
const TIDY = /^[!-~](?:[ -~]*[!-~])?$/;

/** A name as it is kept. */
export function tidy(name: string): string {
  if (name === '' || TIDY.test(name)) return name;
  const characters = Array.from(name.normalize('NFC'));
  while (characters.length > 0 && (isOuter(characters[0]) || isIn(SELECTORS, characters[0] ?? ''))) characters.shift();
  while (characters.length > 0 && isOuter(characters.at(-1))) characters.pop();
  return characters.join('');
}

const folded = new Map<string, string>();

/** What two spellings of one name have in common. Remembered, as a history names the same artists again and again. */
export function fold(name: string): string {
  let common = folded.get(name);
  if (common === undefined) folded.set(name, (common = foldAnew(name)));
  return common;
}

function foldAnew(name: string): string {
  const seen = Array.from(name.normalize('NFC')).filter(
    (character) => !isIn(WITHOUT_WIDTH, character) && !isIn(SELECTORS, character),
  );
  return seen.join('').toLowerCase().normalize('NFC').trim();
}
