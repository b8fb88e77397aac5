import type { AudioAverages } from './audio-averages';

export interface ArtistFacts {
  platform_id: string;
  image_url: string;
  genres: readonly string[];
}

export interface AlbumFacts {
  platform_id: string;
  image_url: string;
}

export interface TrackFacts {
  image_url: string;
  /** Null while the platform's features of the track are unknown. */
  features: AudioAverages | null;
}

/** What the catalogue knows of the things counted. It has an answer, if an empty one, for whatever was ever played. */
export interface CatalogueFacts {
  artist(name: string): ArtistFacts;
  album(name: string, artist: string): AlbumFacts;
  track(platformId: string): TrackFacts;
}
