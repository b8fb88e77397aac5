/** Who reported a play: the recently-played feed, the extended history or the account data. */
export type OracleSource = 'api' | 'extended' | 'account';

export type SkipReason = 'not_a_track' | 'not_played' | 'invalid' | 'duplicate';
export type Outcome = 'stored' | 'merged' | SkipReason;

/** The records of one file as JSON parsed them, in order. A `feed` file holds items of the recently-played feed. */
export interface OracleFile {
  file: string;
  format: 'extended' | 'account' | 'feed';
  records: Iterable<unknown>;
}

/** A record that is a play, in terms that all sources share. Times are epoch milliseconds. */
export interface ReadPlay {
  source: OracleSource;
  /** The platform's id, or a `name:` id where the source gives none. */
  trackId: string;
  name: string;
  artist: string;
  album: string;
  durationMs: number;
  playedAt: number;
  msPlayed: number | null;
}

/** One stored play. */
export interface OracleRow {
  trackId: string;
  name: string;
  artist: string;
  album: string;
  durationMs: number;
  playedAt: number;
  msPlayed: number | null;
  /** What first stored it. */
  source: 'api' | 'import';
  /** The track id and time under which each source reported the play. */
  seen: Partial<Record<OracleSource, { trackId: string; playedAt: number }>>;
}

/** The counts of an import report. Times are those of the records that were stored or merged. */
export interface OracleCounts {
  records: number;
  stored: number;
  merged: number;
  skipped: Record<SkipReason, number>;
  first_played_at: string | null;
  last_played_at: string | null;
}

export interface OracleFileReport extends OracleCounts {
  file: string;
  /** What became of each record, in order. */
  outcomes: Outcome[];
}

export interface OracleState {
  files: OracleFileReport[];
  /** Over all files. */
  total: OracleCounts;
  /** In the order in which they were first stored. */
  rows: OracleRow[];
}
