import type { FeatureTable } from './feature-table';

export interface ArtistFacts {
  platform_id: string;
  image_url: string;
  genres: readonly string[];
}

export interface AlbumFacts {
  platform_id: string;
  image_url: string;
}

/**
 * What the catalogue knows of the things counted. It has an answer, if an empty one, for whatever was ever played; of
 * albums and tracks, for what can stand in a top list.
 */
export interface CatalogueFacts {
  artist(name: string): ArtistFacts;
  album(name: string, artist: string): AlbumFacts;
  /** URL of a track's picture, '' when there is none. */
  trackImage(platformId: string): string;
  /** Of every track of which the platform has told them. */
  features: FeatureTable;
}
