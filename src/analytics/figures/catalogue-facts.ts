import type { CountedAlbum, CountedItem } from './read-figures';

export interface ArtistFacts {
  image_url: string;
  genres: readonly string[];
}

/**
 * What the catalogue knows of the things counted. It has an answer, if an empty one, for whatever was ever played; of
 * albums and tracks, for what can stand in a top list.
 */
export interface CatalogueFacts {
  artist(artist: CountedItem): ArtistFacts;
  /** URL of an album's picture, '' when there is none. */
  albumImage(album: CountedAlbum): string;
  /** The same of a track. */
  trackImage(platformId: string): string;
}
