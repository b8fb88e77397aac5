/** What the platform measures of a track; ranges as in its published description. */
export interface AudioFeatures {
  danceability: number;
  energy: number;
  valence: number;
  acousticness: number;
  instrumentalness: number;
  liveness: number;
  speechiness: number;
  /** Beats per minute. */
  tempo: number;
  /** Decibels, -60 to 0. */
  loudness: number;
  /** Pitch class, 0 is C. */
  key: number;
  /** 1 major, 0 minor. */
  mode: number;
  /** Beats in a bar. */
  timeSignature: number;
}

export interface Artist {
  id: string;
  name: string;
  genres: string[];
  /** 0 to 100. */
  popularity: number;
  followers: number;
  albums: Album[];
  /** Every track whose first artist this is, the most popular first. */
  tracks: Track[];
}

export interface Album {
  id: string;
  name: string;
  type: 'album' | 'single' | 'compilation';
  artists: Artist[];
  /** `YYYY-MM-DD`, or `YYYY` where only the year is known. */
  releaseDate: string;
  releasePrecision: 'day' | 'year';
  /** Start of the release day, Unix milliseconds. */
  releasedAt: number;
  label: string;
  upc: string;
  popularity: number;
  tracks: Track[];
}

export interface Track {
  id: string;
  name: string;
  album: Album;
  /** The first one is the primary artist. */
  artists: Artist[];
  durationMs: number;
  explicit: boolean;
  trackNumber: number;
  popularity: number;
  isrc: string;
  features: AudioFeatures;
}

export interface Show {
  id: string;
  name: string;
}

/** Everything the sandbox platform has to play. */
export interface Catalogue {
  artists: Artist[];
  albums: Album[];
  tracks: Track[];
  shows: Show[];
  artistById: ReadonlyMap<string, Artist>;
  albumById: ReadonlyMap<string, Album>;
  trackById: ReadonlyMap<string, Track>;
  /** Ids that were withdrawn, each with the track that is played in their place (track relinking). */
  relinked: ReadonlyMap<string, Track>;
}
