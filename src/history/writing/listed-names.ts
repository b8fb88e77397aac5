import type { Types } from 'mongoose';
import type { NameKeys } from '../matching/track-forms';

export interface Names {
  artists: Set<string>;
  tracks: Set<string>;
}

/** What is in the list of a user's names, for as long as nobody else writes it. */
export class ListedNames {
  /**
   * @param recordId one of the records that hold them: when it is gone, somebody has written the list anew
   * @param insert adds names to the list, and tells the ids of their records
   */
  constructor(
    private readonly names: Names,
    private recordId: Types.ObjectId | null,
    private readonly insert: (names: Names) => Promise<Types.ObjectId[]>,
  ) {}

  get anchor(): Types.ObjectId | null {
    return this.recordId;
  }

  has(keys: readonly NameKeys[]): boolean {
    const { artists, tracks } = this.names;
    return keys.every(({ artist_key, track_key }) => artists.has(artist_key) && tracks.has(track_key));
  }

  /** Adds what is missing. Not to be called while an earlier call is under way, which might add the same. */
  async add(keys: readonly NameKeys[]): Promise<void> {
    const { artists, tracks } = this.names;
    const missing = {
      artists: new Set(keys.map(({ artist_key }) => artist_key).filter((name) => !artists.has(name))),
      tracks: new Set(keys.map(({ track_key }) => track_key).filter((name) => !tracks.has(name))),
    };
    const [first] = await this.insert(missing);
    this.recordId ??= first ?? null;
    for (const name of missing.artists) artists.add(name);
    for (const name of missing.tracks) tracks.add(name);
  }
}
