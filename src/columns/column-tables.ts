/** Another number for tables of another shape: files of former ones are built anew. */
const FORMAT = 1;

/**
 * The tables of a user's file. Times are in UTC, but for `local_at`, which is the same instant on the clocks of the zone.
 * A recording is a track as some of its plays name it. `ms` is what counts: the milliseconds that a play lasted if that
 * was measured, else the track's length, else 0. A play's id is that of its document: its first 8 bytes and its last 4.
 */
export const TABLES = `
CREATE TABLE recordings (
  recording UINTEGER,
  track_id VARCHAR,
  track_name VARCHAR,
  artist_name VARCHAR,
  album_name VARCHAR,
  track_key VARCHAR,
  artist_key VARCHAR,
  album_key VARCHAR
);
CREATE TABLE plays (
  played_at TIMESTAMP,
  local_at TIMESTAMP,
  recording UINTEGER,
  ms UINTEGER,
  measured BOOLEAN,
  source VARCHAR,
  context_type VARCHAR,
  context_uri VARCHAR,
  id_high UBIGINT,
  id_low UINTEGER
);
CREATE TABLE file (format INTEGER, duckdb VARCHAR, zone VARCHAR, revision BIGINT);
`;

/** What a file holds. */
export interface FileState {
  zone: string;
  /** The revision of the history. */
  revision: number;
}

/** Written last, so that a file which was not finished has no state. */
export const FINISH = `INSERT INTO file SELECT ${FORMAT}, version(), $zone, $revision`;

/** No row of a file that this DuckDB has not written, or in another form. */
export const READ_STATE = `SELECT zone, revision::DOUBLE AS revision FROM file WHERE format = ${FORMAT} AND duckdb = version()`;
