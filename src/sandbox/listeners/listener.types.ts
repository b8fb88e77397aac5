import type { Album, Artist, Show, Track } from '../catalogue/catalogue.types';

export interface Device {
  id: string;
  name: string;
  type: 'Smartphone' | 'Computer' | 'Speaker';
  volumePercent: number;
}

/** An invented person with an account on the sandbox platform. Who they are decides everything they ever play. */
export interface Listener {
  id: string;
  displayName: string;
  /** One sentence for the consent page. */
  about: string;
  email: string;
  country: string;
  product: 'premium' | 'free';
  /** Hours by which their clocks differ from UTC. */
  utcOffsetHours: number;
  /** Plays on an average weekday; 0 for somebody who never plays anything. */
  playsPerDay: number;
  /** Weekend days relative to weekdays. */
  weekendFactor: number;
  rhythm: Rhythm;
  /** Genres they come back to, dearest first. */
  genres: string[];
  /** How often they play something outside their circle of known artists, 0 to 1. */
  curiosity: number;
  /** Share of sessions that are a podcast episode, 0 to 1. */
  podcastShare: number;
  devices: Device[];
}

export type Rhythm = 'early' | 'office' | 'evening' | 'night';

/** Where a play was started from. */
export interface PlayContext {
  type: 'album' | 'artist' | 'playlist';
  id: string;
}

interface PlayBase {
  /** Unix milliseconds. */
  startedAt: number;
  /** Unix milliseconds; what the feed calls `played_at`. */
  endedAt: number;
  /** What was heard; below `endedAt - startedAt` when the play was paused. */
  msPlayed: number;
  context: PlayContext | null;
  device: Device;
  reasonStart: string;
  reasonEnd: string;
  shuffle: boolean;
  skipped: boolean;
  offline: boolean;
  incognito: boolean;
}

export interface MusicPlay extends PlayBase {
  kind: 'music';
  track: Track;
}

export interface EpisodePlay extends PlayBase {
  kind: 'episode';
  show: Show;
  episode: { id: string; name: string; durationMs: number };
}

export type Play = MusicPlay | EpisodePlay;

export interface PlaylistEntry {
  addedAt: number;
  /** Null where the track has been taken off the platform. */
  track: Track | null;
  /** The withdrawn id under which the track was added (track relinking). */
  linkedFrom?: string;
  /** A file of the listener's own, which has no id. */
  localFile?: { artist: string; name: string; durationMs: number };
}

export interface Playlist {
  id: string;
  name: string;
  description: string;
  owner: { id: string; displayName: string };
  public: boolean;
  collaborative: boolean;
  entries: PlaylistEntry[];
}

/** What a listener keeps on the platform. */
export interface Library {
  playlists: Playlist[];
  followed: Artist[];
  savedAlbums: { addedAt: number; album: Album }[];
  savedTracks: { addedAt: number; track: Track }[];
}
