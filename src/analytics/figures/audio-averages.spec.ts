import { averageFeatures } from './audio-averages';
import { type AudioAverages, FeatureTable } from './feature-table';

function features(energy: number, tempo: number): AudioAverages {
  const rest = { danceability: 0.5, valence: 0, acousticness: 0, instrumentalness: 0, liveness: 0, speechiness: 0 };
  return { ...rest, energy, tempo };
}

const KNOWN = new FeatureTable();
KNOWN.add('t1', features(0.25, 100));
KNOWN.add('t2', features(0.75, 140));

const tracks = { trackIds: ['t1', 't2', 'unknown'], trackPlays: [3, 1, 96] };

describe('averageFeatures', () => {
  it('weighs the tracks that have features by their plays', () => {
    const averages = averageFeatures(tracks, KNOWN);
    expect(averages).toMatchObject({ danceability: 0.5, energy: 0.375, tempo: 110, valence: 0 });
  });

  it('is null where no track has features', () => {
    expect(averageFeatures(tracks, new FeatureTable())).toBeNull();
  });
});
