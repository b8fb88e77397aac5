/** What a source says about one play. */
export interface ReportedPlay {
  /** The platform's id of the track; null where the source knows it by name alone. */
  trackId: string | null;
  /** Names in Unicode NFC, '' where unknown. */
  trackName: string;
  artistName: string;
  albumName: string;
  /** The end of the play, ms since 1970 UTC. */
  playedAt: number;
  /** Milliseconds listened; null where the source does not tell. */
  msPlayed: number | null;
  albumImageUrl?: string;
  /** Length of the track in milliseconds. */
  durationMs?: number;
  contextType?: string;
  contextUri?: string;
}

/** The names that a track goes by. */
export type TrackNames = Pick<ReportedPlay, 'artistName' | 'trackName'>;

/**
 * What became of a report: a new play, a play that another source had reported, or nothing, because the history has it.
 */
export type Outcome = 'stored' | 'merged' | 'duplicate';
