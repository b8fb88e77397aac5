import type { Random } from '../random';

// prettier-ignore
const ADJECTIVES = [
  'Reluctant', 'Borrowed', 'Polite', 'Sideways', 'Imaginary', 'Unpaid', 'Quarterly', 'Laminated', 'Overdue', 'Slightly Damp',
  'Provisional', 'Misplaced', 'Upholstered', 'Second-Best', 'Unhurried', 'Portable', 'Invisible', 'Rented', 'Overcooked', 'Tidy',
  'Alphabetical', 'Nearly Famous', 'Inflatable', 'Seasonal', 'Unlicensed', 'Left-Handed', 'Apologetic', 'Lukewarm', 'Nocturnal', 'Folding',
];
// prettier-ignore
const NOUNS = [
  'Teapots', 'Ferries', 'Accountants', 'Umbrellas', 'Staplers', 'Otters', 'Escalators', 'Librarians', 'Turnips', 'Lampshades',
  'Cardigans', 'Postcodes', 'Wardrobes', 'Gherkins', 'Trombones', 'Roundabouts', 'Spreadsheets', 'Lighthouses', 'Cushions', 'Marmots',
  'Kettles', 'Photocopiers', 'Dentists', 'Puddles', 'Bicycles', 'Pelicans', 'Thermostats', 'Doormats', 'Zeppelins', 'Waiting Rooms',
];
// prettier-ignore
const PLACES = [
  'the Car Park', 'Platform Nine', 'the Laundrette', 'Lower Fiddling', 'the Canteen', 'Upper Nowhere', 'the Lost Property Office',
  'the Allotment', 'Puddle Lane', 'the Swimming Baths', 'Gate 14', 'the Ferry Terminal', 'the Garden Shed', 'Mugginton-on-Sea',
];
// prettier-ignore
const FEELINGS = [
  'Waiting', 'Dancing', 'Shivering', 'Whistling', 'Queueing', 'Daydreaming', 'Yawning', 'Waltzing', 'Snoring', 'Wondering', 'Sulking', 'Humming',
];

/** Invented bands whose names have broken software before: dots, quotes, `$`, emoji, accents, words that programs reserve. */
export const AWKWARD_ARTISTS: readonly string[] = [
  'will.o.wisp.fm',
  'The "Quotation" Marks',
  "O'Malley's Umbrella",
  '$avings & Loan$',
  '$where.the.Hippos.Are',
  'Señor Tostada y los Niños Eléctricos',
  'Ångström Ünit',
  'Zoe\u0308 Nebula', // decomposed: e and a combining diaeresis
  '🦑 Squid Parade 🦑',
  '…and Other Ellipses',
  'constructor',
  '__proto__ Revival',
  'null & the Undefineds',
  'Ça va, Gherkin?',
  'Ørsted’s Left Sock',
  'ひみつの Staplers',
  'Back\\Slash Orchestra',
  '<b>Bold</b> Claims',
  'Percent% of Teapots',
  'AC/Decaf',
];

const SHARED_ALBUM_NAMES = ['Greatest Hits', 'Live', 'Untitled', 'Best Of', 'B-Sides & Leftovers', 'Demos', 'II'];
const AWKWARD_TITLES = ['$5.00', 'a.b.c', '"Why?"', '🫖🫖🫖', 'Año Nuevo', 'N/A', '100% Wool', '??', 'C:\\Music'];

/** A band name; `taken` keeps two bands from sharing one. */
export function artistName(random: Random, taken: ReadonlySet<string>): string {
  for (;;) {
    const adjective = random.pick(ADJECTIVES);
    const noun = random.pick(NOUNS);
    const name = random.pick([
      `The ${adjective} ${noun}`,
      `${adjective} ${noun}`,
      `${random.pick(NOUNS)} & ${noun}`,
      `${noun} of ${random.pick(PLACES)}`,
      `${noun} Against ${random.pick(NOUNS)}`,
    ]);
    if (!taken.has(name)) return name;
  }
}

/** An album name: now and then one that other bands use too, or the band's own. */
export function albumName(random: Random, artist: string): string {
  if (random.chance(0.12)) return random.pick(SHARED_ALBUM_NAMES);
  if (random.chance(0.05)) return artist;
  return random.pick([
    () => `${random.pick(FEELINGS)} at ${random.pick(PLACES)}`,
    () => `A Short History of ${random.pick(NOUNS)}`,
    () => `${random.pick(ADJECTIVES)} ${random.pick(NOUNS)}`,
    () => `Songs for ${random.pick(ADJECTIVES)} ${random.pick(NOUNS)}`,
    () => `Meet Me in ${random.pick(PLACES)}`,
  ])();
}

/** A track title. */
export function trackTitle(random: Random): string {
  if (random.chance(0.01)) return random.pick(AWKWARD_TITLES);
  const title = random.pick([
    () => `${random.pick(FEELINGS)} for the ${random.pick(NOUNS)}`,
    () => `${random.pick(ADJECTIVES)} ${random.pick(NOUNS)}`,
    () => `${random.pick(NOUNS)} in ${random.pick(PLACES)}`,
    () => `No More ${random.pick(NOUNS)}`,
    () => `${random.pick(FEELINGS)} Again`,
    () => `(You Left Me at) ${random.pick(PLACES)}`,
    () => `Song About ${random.pick(NOUNS)}`,
    () => `${random.pick(FEELINGS)} With ${random.pick(ADJECTIVES)} ${random.pick(NOUNS)}`,
  ])();
  if (random.chance(0.04)) return `${title} - Remastered ${random.integer(2009, 2024)}`;
  if (random.chance(0.03)) return `${title} (Live at ${random.pick(PLACES)})`;
  return title;
}

/** A playlist name. */
export function playlistName(random: Random): string {
  return random.pick([
    () =>
      `${random.pick(FEELINGS)} on ${random.pick(['Sunday', 'Monday', 'the Train', 'the Sofa', 'a Bicycle', 'Rainy Days'])}`,
    () =>
      `${random.pick(ADJECTIVES)} ${random.pick(['Mornings', 'Evenings', 'Commutes', 'Dinners', 'Summers', 'Runs'])}`,
    () => `${random.pick(NOUNS)} ${random.integer(2015, 2025)}`,
    () => `Do Not Play Near ${random.pick(NOUNS)}`,
  ])();
}

/** Invented podcasts. */
export const SHOW_NAMES: readonly string[] = [
  'The Long Queue',
  'Teapots in History',
  'Two Otters Talking',
  'Minutes of the Last Meeting',
  'Ask a Lighthouse',
  'Slow News, Slowly',
];

/** A record label. */
export function labelName(random: Random): string {
  return `${random.pick(ADJECTIVES)} ${random.pick(NOUNS)} Recordings`;
}
