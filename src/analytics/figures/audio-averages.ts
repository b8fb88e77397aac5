import type { Rankable } from './rankings';

/** The features that are averaged: shares from 0 to 1, and the tempo in beats per minute. */
export const AVERAGED_FEATURES = [
  'danceability',
  'energy',
  'valence',
  'acousticness',
  'instrumentalness',
  'liveness',
  'speechiness',
  'tempo',
] as const;

export type AudioAverages = Record<(typeof AVERAGED_FEATURES)[number], number>;

/**
 * The mean of each feature over all tracks that have features, weighted by plays; null when none has.
 * @param featuresOf a track's features by platform id, null when none are known
 */
export function averageFeatures(
  tracks: Iterable<Rankable>,
  featuresOf: (platformId: string) => AudioAverages | null,
): AudioAverages | null {
  const means: AudioAverages = {
    danceability: 0,
    energy: 0,
    valence: 0,
    acousticness: 0,
    instrumentalness: 0,
    liveness: 0,
    speechiness: 0,
    tempo: 0,
  };
  let weight = 0;
  for (const { key, plays } of tracks) {
    const features = featuresOf(key);
    if (features === null) continue;
    weight += plays;
    for (const name of AVERAGED_FEATURES) means[name] += features[name] * plays;
  }
  if (weight === 0) return null;
  for (const name of AVERAGED_FEATURES) means[name] /= weight;
  return means;
}
