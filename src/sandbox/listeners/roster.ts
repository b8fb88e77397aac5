import { createHash } from 'node:crypto';
import { GENRES } from '../catalogue/genres';
import { entryAt, Random } from '../random';
import type { Device, Listener } from './listener.types';

const SYNTHETIC_ID = /^synthetic-([1-9]\d{0,5})$/;

/** The listeners that the consent page offers. */
export const NAMED_LISTENERS: readonly Listener[] = [
  {
    ...person('mira', 'Mira Morningside', 'SE', 1),
    about: 'Folk before breakfast, about 25 plays a day.',
    product: 'premium',
    playsPerDay: 25,
    weekendFactor: 1.4,
    rhythm: 'early',
    genres: ['indie folk', 'singer-songwriter', 'chamber pop', 'neoclassical'],
    curiosity: 0.08,
    podcastShare: 0.04,
  },
  {
    ...person('otto', 'Otto Overdrive', 'DE', 2),
    about: 'Metal and punk on the way to work and back, 60 plays a day.',
    product: 'premium',
    playsPerDay: 60,
    weekendFactor: 0.7,
    rhythm: 'office',
    genres: ['progressive metal', 'power metal', 'doom metal', 'punk', 'post-punk'],
    curiosity: 0.05,
    podcastShare: 0.02,
  },
  {
    ...person('nell', 'Nell Nightshift', 'US', -5),
    about: 'House, techno and ambient through the night, 110 plays a day.',
    product: 'premium',
    playsPerDay: 110,
    weekendFactor: 1.5,
    rhythm: 'night',
    genres: ['house', 'techno', 'ambient', 'drum and bass', 'synth-pop'],
    curiosity: 0.15,
    podcastShare: 0,
  },
  {
    ...person('ferris', 'Ferris Freeplay', 'BR', -3),
    about: 'Hip hop and dance pop without premium: the player cannot be controlled.',
    product: 'free',
    playsPerDay: 35,
    weekendFactor: 1.2,
    rhythm: 'evening',
    genres: ['hip hop', 'dance pop', 'soul', 'reggae'],
    curiosity: 0.1,
    podcastShare: 0.06,
  },
  {
    ...person('tomas', 'Tomás Todo', 'ES', 1),
    about: 'A bit of everything, all day long: 160 plays a day, more than 50 between two polls.',
    product: 'premium',
    playsPerDay: 160,
    weekendFactor: 1,
    rhythm: 'office',
    genres: ['indie rock', 'bossa nova', 'jazz', 'indie pop', 'house', 'soul', 'dream pop', 'shoegaze'],
    curiosity: 0.25,
    podcastShare: 0.03,
  },
  {
    ...person('blanca', 'Blanca Blank', 'PT', 0),
    about: 'Has never played anything and owns no device: choose her to try an export of your own.',
    product: 'premium',
    playsPerDay: 0,
    weekendFactor: 1,
    rhythm: 'evening',
    genres: [],
    curiosity: 0,
    podcastShare: 0,
    devices: [],
  },
];

/** Everybody with an account: the named listeners, and as many synthetic ones as a load test asks for. */
export class Roster {
  private readonly known = new Map(NAMED_LISTENERS.map((listener) => [listener.id, listener]));

  constructor(private readonly seed: number) {}

  /** The listener with this id; `synthetic-1`, `synthetic-2`, ... are made on demand. */
  find(id: string): Listener | undefined {
    const known = this.known.get(id);
    if (known || !SYNTHETIC_ID.test(id)) return known;
    const listener = syntheticListener(this.seed, id);
    this.known.set(id, listener);
    return listener;
  }
}

function syntheticListener(seed: number, id: string): Listener {
  const random = new Random(seed, 'listener', id);
  const home = random.integer(0, GENRES.length - 1);
  return {
    ...person(id, `Synthetic Listener ${id.slice('synthetic-'.length)}`, 'SE', random.integer(-8, 9)),
    about: 'Made for a load test.',
    product: random.chance(0.8) ? 'premium' : 'free',
    playsPerDay: random.integer(10, 60),
    weekendFactor: random.between(0.7, 1.5),
    rhythm: random.pick(['early', 'office', 'evening', 'night'] as const),
    genres: [0, 1, 2].map((step) => entryAt(GENRES, (home + step) % GENRES.length)),
    curiosity: random.between(0.02, 0.2),
    podcastShare: random.between(0, 0.05),
  };
}

function person(id: string, displayName: string, country: string, utcOffsetHours: number) {
  return { id, displayName, country, utcOffsetHours, email: `${id}@sandbox.invalid`, devices: devicesOf(id) };
}

function devicesOf(listenerId: string): Device[] {
  const device = (name: string, type: Device['type'], volumePercent: number): Device => ({
    id: createHash('sha1').update(`${listenerId}/${name}`).digest('hex'),
    name,
    type,
    volumePercent,
  });
  return [
    device('Pocket Phone', 'Smartphone', 70),
    device('Desk Computer', 'Computer', 45),
    device('Kitchen Speaker', 'Speaker', 30),
  ];
}
