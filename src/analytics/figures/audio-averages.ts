import type { Counted } from './counter';
import { AVERAGED_FEATURES, type AudioAverages, type FeatureTable } from './feature-table';

/** The mean of each feature over all tracks that have features, weighted by plays; null when none has. */
export function averageFeatures(
  { trackIds, trackPlays }: Pick<Counted, 'trackIds' | 'trackPlays'>,
  features: FeatureTable,
): AudioAverages | null {
  const sums = new Float64Array(AVERAGED_FEATURES.length);
  let weight = 0;
  for (const [index, trackId] of trackIds.entries()) {
    const plays = trackPlays[index] ?? 0;
    if (features.addTo(sums, trackId, plays)) weight += plays;
  }
  if (weight === 0) return null;
  const means = AVERAGED_FEATURES.map((name, index) => [name, (sums[index] ?? 0) / weight]);
  return Object.fromEntries(means) as AudioAverages;
}
