import type { Track } from '../catalogue/catalogue.types';
import { ApiError } from './api-error';
import type { Query } from './query';

const ATTRIBUTES: Readonly<Record<string, { of: (track: Track) => number; scale: number }>> = {
  acousticness: { of: ({ features }) => features.acousticness, scale: 1 },
  danceability: { of: ({ features }) => features.danceability, scale: 1 },
  duration_ms: { of: ({ durationMs }) => durationMs, scale: 300_000 },
  energy: { of: ({ features }) => features.energy, scale: 1 },
  instrumentalness: { of: ({ features }) => features.instrumentalness, scale: 1 },
  key: { of: ({ features }) => features.key, scale: 11 },
  liveness: { of: ({ features }) => features.liveness, scale: 1 },
  loudness: { of: ({ features }) => features.loudness, scale: 60 },
  mode: { of: ({ features }) => features.mode, scale: 1 },
  popularity: { of: ({ popularity }) => popularity, scale: 100 },
  speechiness: { of: ({ features }) => features.speechiness, scale: 1 },
  tempo: { of: ({ features }) => features.tempo, scale: 200 },
  time_signature: { of: ({ features }) => features.timeSignature, scale: 11 },
  valence: { of: ({ features }) => features.valence, scale: 1 },
};

/** A wish such as `min_tempo=140` or `target_energy=0.4`. */
export interface Tunable {
  kind: 'min' | 'max' | 'target';
  of: (track: Track) => number;
  /** Brings distances of different attributes to one measure. */
  scale: number;
  value: number;
}

/** The tunable attributes among the query parameters. @throws ApiError for a value that is no number */
export function parseTunables(query: Query): Tunable[] {
  const tunables: Tunable[] = [];
  for (const kind of ['min', 'max', 'target'] as const) {
    for (const [name, attribute] of Object.entries(ATTRIBUTES)) {
      const text = query.text(`${kind}_${name}`);
      if (text === null) continue;
      const value = Number(text);
      if (text === '' || Number.isNaN(value)) throw new ApiError(400, `Invalid ${kind}_${name}`);
      tunables.push({ kind, value, ...attribute });
    }
  }
  return tunables;
}

export function withinBounds(track: Track, tunables: readonly Tunable[]): boolean {
  return tunables.every(({ kind, of, value }) => {
    if (kind === 'target') return true;
    return kind === 'min' ? of(track) >= value : of(track) <= value;
  });
}

/** How far a track is from the targets; 0 where there are none. */
export function distanceToTargets(track: Track, tunables: readonly Tunable[]): number {
  return tunables
    .filter(({ kind }) => kind === 'target')
    .reduce((sum, { of, scale, value }) => sum + Math.abs(of(track) - value) / scale, 0);
}
