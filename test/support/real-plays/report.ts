import type { Reporter } from './groups';

/** What a reporter says of a play. Several can be of one play, also by one reporter. */
export interface Report {
  reporter: Reporter;
  /** Place of the play in `plays`. */
  play: number;
  /** Null where the track is known by its names. */
  trackId: string | null;
  isLocal: boolean;
  /** The record has its names in the address of the local file alone. */
  isUnnamed: boolean;
  trackName: string;
  artistName: string;
  albumName: string;
  durationMs: number;
  /** The end, in milliseconds since 1970: the feed's to the millisecond, an export's to the second, account data's to the minute. */
  at: number;
  /** Null in the feed. */
  msPlayed: number | null;
}

/** A play as the history must have it once all reporters have reported. */
export interface RightPlay {
  /** As `foldedNames` makes them. */
  names: string;
  /** Null where nobody has reported one. */
  trackId: string | null;
  /** Milliseconds since 1970. */
  at: number;
  /** Another time that is as right. */
  orAt?: number;
  /** Null where the feed alone has reported it. */
  msPlayed: number | null;
}

export interface RealPlays {
  plays: RightPlay[];
  /** Each in order of time. */
  reports: Record<Reporter, Report[]>;
}
