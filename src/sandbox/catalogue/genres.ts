import type { Random } from '../random';
import type { AudioFeatures } from './catalogue.types';

/** How the tracks of a genre sound on average. */
interface Sound {
  danceability: number;
  energy: number;
  valence: number;
  acousticness: number;
  instrumentalness: number;
  speechiness: number;
  tempo: number;
}

function sound(
  danceability: number,
  energy: number,
  valence: number,
  acousticness: number,
  instrumentalness: number,
  speechiness: number,
  tempo: number,
): Sound {
  return { danceability, energy, valence, acousticness, instrumentalness, speechiness, tempo };
}

/** The genres of the catalogue, neighbours sounding alike. */
const SOUNDS: ReadonlyMap<string, Sound> = new Map([
  ['indie folk', sound(0.48, 0.35, 0.4, 0.75, 0.1, 0.04, 112)],
  ['singer-songwriter', sound(0.52, 0.38, 0.42, 0.68, 0.04, 0.04, 115)],
  ['chamber pop', sound(0.5, 0.45, 0.45, 0.5, 0.12, 0.04, 118)],
  ['indie pop', sound(0.62, 0.62, 0.55, 0.28, 0.08, 0.05, 120)],
  ['dream pop', sound(0.48, 0.58, 0.35, 0.25, 0.35, 0.04, 118)],
  ['shoegaze', sound(0.38, 0.75, 0.3, 0.08, 0.5, 0.05, 124)],
  ['indie rock', sound(0.5, 0.74, 0.5, 0.12, 0.1, 0.05, 128)],
  ['post-punk', sound(0.54, 0.78, 0.52, 0.05, 0.2, 0.05, 136)],
  ['punk', sound(0.42, 0.92, 0.6, 0.02, 0.03, 0.08, 164)],
  ['progressive metal', sound(0.36, 0.88, 0.32, 0.01, 0.3, 0.07, 132)],
  ['doom metal', sound(0.26, 0.7, 0.2, 0.03, 0.55, 0.05, 88)],
  ['power metal', sound(0.34, 0.93, 0.42, 0.01, 0.08, 0.07, 148)],
  ['synth-pop', sound(0.66, 0.7, 0.62, 0.1, 0.1, 0.05, 122)],
  ['dance pop', sound(0.72, 0.78, 0.64, 0.08, 0.01, 0.07, 122)],
  ['house', sound(0.79, 0.76, 0.58, 0.05, 0.55, 0.06, 124)],
  ['techno', sound(0.74, 0.82, 0.3, 0.03, 0.8, 0.06, 132)],
  ['drum and bass', sound(0.56, 0.9, 0.4, 0.03, 0.5, 0.09, 174)],
  ['ambient', sound(0.24, 0.15, 0.12, 0.85, 0.9, 0.04, 84)],
  ['neoclassical', sound(0.32, 0.14, 0.2, 0.95, 0.92, 0.04, 92)],
  ['jazz', sound(0.54, 0.4, 0.5, 0.68, 0.5, 0.05, 116)],
  ['soul', sound(0.64, 0.52, 0.6, 0.4, 0.05, 0.06, 106)],
  ['hip hop', sound(0.76, 0.64, 0.5, 0.15, 0.01, 0.26, 94)],
  ['reggae', sound(0.78, 0.56, 0.76, 0.18, 0.06, 0.12, 96)],
  ['bossa nova', sound(0.64, 0.32, 0.62, 0.82, 0.2, 0.05, 120)],
]);

export const GENRES: readonly string[] = [...SOUNDS.keys()];

/** The features of one invented track of a genre. */
export function audioFeaturesOf(genre: string, random: Random): AudioFeatures {
  const base = SOUNDS.get(genre);
  if (!base) throw new Error(`The catalogue has no genre "${genre}"`);
  const share = (mean: number, spread: number) => round(Math.min(0.99, Math.max(0.005, random.bell(mean, spread))), 3);
  const energy = share(base.energy, 0.12);
  return {
    danceability: share(base.danceability, 0.1),
    energy,
    valence: share(base.valence, 0.18),
    acousticness: share(base.acousticness, 0.12),
    instrumentalness: share(base.instrumentalness, 0.12),
    liveness: share(random.chance(0.08) ? 0.8 : 0.14, 0.07),
    speechiness: share(base.speechiness, 0.03),
    tempo: round(Math.max(52, random.bell(base.tempo, 14)), 3),
    loudness: round(-22 + 18 * energy + random.bell(0, 1.5), 3),
    key: random.integer(0, 11),
    mode: random.chance(0.6) ? 1 : 0,
    timeSignature: random.chance(0.92) ? 4 : 3,
  };
}

function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
