import type { PlaySource } from '../play-source';

/** What a source says about one play. */
export interface ReportedPlay {
  /** The platform's id of the track; null where the source knows it by name alone. */
  trackId: string | null;
  /** Names in Unicode NFC, '' where unknown. */
  trackName: string;
  artistName: string;
  albumName: string;
  /** The time that the source gives, ms since 1970 UTC: of account data the minute in which the play ended, else its end. */
  playedAt: number;
  /** Milliseconds listened; null where the source does not say. */
  msPlayed: number | null;
  albumImageUrl?: string;
  /** Length of the track in milliseconds. */
  durationMs?: number;
  contextType?: string;
  contextUri?: string;
  /** In our own archive: all that several sources have reported of the play. */
  archived?: ArchivedPlay;
}

/** A play of our own archive, which loses nothing by being loaded again. */
export interface ArchivedPlay {
  /** What first stored it. */
  source: 'api' | 'import';
  /** One for each source that has reported it. */
  reports: readonly (ReportedPlay & { source: PlaySource })[];
}

/** The names that a track goes by. */
export type TrackNames = Pick<ReportedPlay, 'artistName' | 'trackName'>;

/**
 * What became of a report: a new play, a play that another source had reported, or nothing, because the history has it.
 */
export type Outcome = 'stored' | 'merged' | 'duplicate';
