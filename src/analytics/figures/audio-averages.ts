import { AVERAGED_FEATURES, type AudioAverages, type FeatureTable } from './feature-table';
import type { Rankable } from './rankings';

/** The mean of each feature over all tracks that have features, weighted by plays; null when none has. */
export function averageFeatures(tracks: Iterable<Rankable>, features: FeatureTable): AudioAverages | null {
  const sums = new Float64Array(AVERAGED_FEATURES.length);
  let weight = 0;
  for (const { key, plays } of tracks) if (features.addTo(sums, key, plays)) weight += plays;
  if (weight === 0) return null;
  const means = AVERAGED_FEATURES.map((name, index) => [name, (sums[index] ?? 0) / weight]);
  return Object.fromEntries(means) as AudioAverages;
}
