import type { Random } from './random';

/**
 * Invented artist names that have broken trackers: dots and dollar signs (reserved in document keys), quotes and
 * backslashes (JSON), property names of every object, combining marks (NFC and NFD), emoji, right-to-left scripts,
 * markup and words that look like values.
 */
export const AWKWARD_ARTISTS: readonly string[] = [
  'st.el.la',
  '$ave Money',
  '__proto__',
  'constructor',
  'Zoë Ångström',
  '"Quoted" Band',
  'Back\\slash',
  '🦊 Foxes',
  'شبكة الضوء',
  'D’Arcy & Sons',
  '.hidden',
  'toString',
  'Café Früh',
  '👩‍🎤 Collective',
  'מגדל אור',
  '夜の電車',
  '<b>Bold</b>',
  '$where',
  'null',
  'C:\\Music\\',
  '%s of %d',
  'Trailing.',
];

/** Track and album names of the same sort; every awkward artist has some. */
export const AWKWARD_TITLES: readonly string[] = [
  '__proto__',
  'constructor',
  '$set',
  'a.b.c',
  '"Untitled"',
  'Half\\Full',
  '🎵🎶',
  'Déjà Vécu',
  'أغنية الصباح',
  'hasOwnProperty',
  '{"a":[1]}',
  "It's 100% \u2028 Fine",
];

/** Titles that many artists share. */
export const SHARED_TRACKS: readonly string[] = ['Intro', 'Outro', 'Interlude', 'Home', 'Stay', 'Untitled'];
export const SHARED_ALBUMS: readonly string[] = ['Greatest Hits', 'Live', 'The Remixes', 'Demos'];

const ONSETS = ['b', 'br', 'd', 'f', 'gl', 'h', 'k', 'l', 'm', 'n', 'p', 'r', 's', 'st', 't', 'v', 'w', 'z'];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'ou'];
const CODAS = ['', 'l', 'n', 'r', 's', 'th'];

function word(random: Random): string {
  let text = '';
  const syllables = random.between(1, 3);
  for (let i = 0; i < syllables; i += 1) text += random.pick(ONSETS) + random.pick(VOWELS) + random.pick(CODAS);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A made-up name of one to three words that is not yet in `taken`, to which it is added. */
export function inventName(random: Random, taken: Set<string>): string {
  for (;;) {
    const words = Array.from({ length: random.between(1, 3) }, () => word(random));
    const name = words.join(' ');
    if (!taken.has(name)) {
      taken.add(name);
      return name;
    }
  }
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** An id of the platform's form: 22 base-62 characters. */
export function inventId(random: Random): string {
  let id = '';
  for (let i = 0; i < 22; i += 1) id += BASE62.charAt(random.between(0, 61));
  return id;
}
