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

const WIDTH = AVERAGED_FEATURES.length;

/** Audio features by track. A long history has tens of thousands of tracks: their numbers lie in one array. */
export class FeatureTable {
  private readonly rowOf = new Map<string, number>();
  private values: Float64Array;

  /** @param size how many tracks there is room for at first */
  constructor(size = 16) {
    this.values = new Float64Array(size * WIDTH);
  }

  get size(): number {
    return this.rowOf.size;
  }

  /** In the order in which they were added. */
  trackIds(): string[] {
    return [...this.rowOf.keys()];
  }

  has(trackId: string): boolean {
    return this.rowOf.has(trackId);
  }

  /** Adds a track; one that is there already stays as it is. */
  add(trackId: string, features: AudioAverages): void {
    this.addRow(
      trackId,
      AVERAGED_FEATURES.map((name) => features[name]),
    );
  }

  /** The tracks for which `isKept` says so. */
  filter(isKept: (trackId: string) => boolean): FeatureTable {
    const kept = new FeatureTable(this.size);
    for (const [trackId, row] of this.rowOf) {
      if (isKept(trackId)) kept.addRow(trackId, this.values, row * WIDTH);
    }
    return kept;
  }

  /** Adds the features of a track, weighted, to sums in the order of {@link AVERAGED_FEATURES}; false when there are none. */
  addTo(sums: Float64Array, trackId: string, weight: number): boolean {
    const row = this.rowOf.get(trackId);
    if (row === undefined) return false;
    const start = row * WIDTH;
    for (let index = 0; index < WIDTH; index += 1) {
      sums[index] = (sums[index] ?? NaN) + (this.values[start + index] ?? NaN) * weight;
    }
    return true;
  }

  /** The numbers of some tracks, from the `from`th to before the `to`th, as doubles. */
  pack(from: number, to: number): Uint8Array {
    return new Uint8Array(this.values.slice(from * WIDTH, to * WIDTH).buffer);
  }

  /** Adds what {@link pack} has packed of tracks. */
  addPacked(trackIds: readonly string[], packed: Uint8Array): void {
    // A copy, because doubles are read where their place divides by 8.
    const values = new Float64Array(new Uint8Array(packed).buffer);
    for (const [index, trackId] of trackIds.entries()) this.addRow(trackId, values, index * WIDTH);
  }

  /** @param from where the track's numbers begin among the values */
  private addRow(trackId: string, values: ArrayLike<number>, from = 0): void {
    if (this.rowOf.has(trackId)) return;
    const start = this.rowOf.size * WIDTH;
    this.rowOf.set(trackId, this.rowOf.size);
    if (start === this.values.length) {
      const former = this.values;
      this.values = new Float64Array(Math.max(WIDTH, former.length * 2));
      this.values.set(former);
    }
    for (let index = 0; index < WIDTH; index += 1) this.values[start + index] = values[from + index] ?? NaN;
  }
}
