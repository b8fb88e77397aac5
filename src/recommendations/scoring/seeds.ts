import type { SnapshotSummary, TopItem } from '../../analytics/figures/snapshot';

/** What recommendations can go out from. */
export const SEED_TYPES = ['artists', 'tracks', 'genres', 'mixed'] as const;
export type SeedType = (typeof SEED_TYPES)[number];

export type Seed = Pick<TopItem, 'platform_id' | 'name' | 'play_count'>;

/** What a user likes best, in rank order. */
export interface Seeds {
  artists: readonly Seed[];
  tracks: readonly Seed[];
  genres: readonly Seed[];
}

/** The seeds of a snapshot. */
export function seedsOf({ top_artists, top_tracks, top_genres }: SnapshotSummary): Seeds {
  return { artists: top_artists, tracks: top_tracks, genres: top_genres };
}

/** Each kind of seeds, from the other where the one has none. */
export function withSeedsOf(seeds: Seeds, other: Seeds): Seeds {
  const firstOf = (one: readonly Seed[], two: readonly Seed[]): readonly Seed[] => (one.length > 0 ? one : two);
  return {
    artists: firstOf(seeds.artists, other.artists),
    tracks: firstOf(seeds.tracks, other.tracks),
    genres: firstOf(seeds.genres, other.genres),
  };
}

/** Things liked best first, of which nobody knows how often they were played: the last of them counts once. */
export function seedsInOrder(liked: readonly { platform_id: string; name: string }[]): Seed[] {
  return liked.map(({ platform_id, name }, index) => ({ platform_id, name, play_count: liked.length - index }));
}

/** Genres by the artists that carry them, in rank order. */
export function genreSeedsOf(artists: readonly Seed[], genresOf: (artist: Seed) => readonly string[]): Seed[] {
  const counts = new Map<string, number>();
  for (const artist of artists) {
    for (const genre of genresOf(artist)) counts.set(genre, (counts.get(genre) ?? 0) + artist.play_count);
  }
  return Array.from(counts, ([name, play_count]) => ({ platform_id: '', name, play_count })).sort(
    (a, b) => b.play_count - a.play_count || (a.name < b.name ? -1 : 1),
  );
}
