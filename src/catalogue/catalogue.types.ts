/** A picture on the platform's servers. */
export interface Image {
  url: string;
  height: number | null;
  width: number | null;
}

/** An artist as tracks and albums name them. */
export interface ArtistReference {
  platform_id: string;
  name: string;
}

/** An album as tracks name it. */
export interface AlbumReference {
  platform_id: string;
  name: string;
  image_url: string;
  /** YYYY-MM-DD, '' where unknown. */
  release_date: string;
}

/** A track as its album lists it. */
export interface AlbumTrack extends ArtistReference {
  /** Counted from 1; 0 where unknown. */
  disc_number: number;
  /** Counted from 1 on each disc. */
  track_number: number;
  duration_ms: number;
}

/** What the platform has measured of a recording; the shares go from 0 to 1. */
export interface AudioFeatures {
  danceability: number;
  energy: number;
  /** Pitch class, 0 = C to 11. */
  key: number;
  /** dB. */
  loudness: number;
  /** 0 minor, 1 major. */
  mode: number;
  speechiness: number;
  acousticness: number;
  instrumentalness: number;
  liveness: number;
  valence: number;
  /** Beats a minute. */
  tempo: number;
  duration_ms: number;
  /** Beats a bar, 3 to 7. */
  time_signature: number;
}

/** URL of the first picture, '' when there is none. */
export function imageUrlOf({ images }: { images: readonly Image[] }): string {
  return images[0]?.url ?? '';
}

/** The pictures as responses list them: the first is the one of `image_url`. */
export function imageLinksOf({ images }: { images: readonly Image[] }): Pick<Image, 'url'>[] {
  return images.map(({ url }) => ({ url }));
}
