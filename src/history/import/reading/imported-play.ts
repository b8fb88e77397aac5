import type { ArchivedPlay } from '../../matching/reported-play';

/** One play out of an export file. Of all that a record says, this alone leaves the reader. */
export interface ImportedPlay {
  /** The platform's id of the track, 22 base-62 characters; null where the file gives none, as account data never does. */
  trackId: string | null;
  /** The names are in Unicode NFC, and '' where the file says null. */
  trackName: string;
  artistName: string;
  albumName: string;
  /** Milliseconds listened, at least 1; null where nobody has reported them, which only this service's own export says. */
  msPlayed: number | null;
  /** The end of the play, ms since 1970 UTC; exact to the second in the extended history, to the minute in account data. */
  playedAt: number;
  /** In this service's own export: all that several sources have reported of the play. */
  archived?: ArchivedPlay;
}

/** Why a record is not a play to keep. */
export type SkipReason =
  /** A podcast episode, an audiobook, or nothing that names a track. */
  | 'not_a_track'
  /** Played for 0 ms. */
  | 'not_played'
  /** Unreadable, too long, or with a date or duration that cannot be. */
  | 'invalid';

/** A record that is passed over; `detail` tells the user why, in words. */
export interface SkippedRecord {
  skipped: SkipReason;
  detail: string;
}

/** What became of one record of the file; `record` is its number in the file, from 1. */
export type ReadRecord = { record: number } & ({ play: ImportedPlay } | SkippedRecord);
