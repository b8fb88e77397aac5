/** Another number for tables of another shape: files of former ones are built anew. */
const FORMAT = 4;

/** The audio features that are kept: shares from 0 to 1, and the tempo in beats per minute. */
export const FEATURES = [
  'danceability',
  'energy',
  'valence',
  'acousticness',
  'instrumentalness',
  'liveness',
  'speechiness',
  'tempo',
] as const;

/**
 * The tables of a user's file. Times are in UTC, but for `local_at`, which is the same instant on the clocks of the zone.
 * A recording is a track as some of its plays name it. `ms` is what counts: the milliseconds that a play lasted if that
 * was measured, else the track's length, else 0. A play's id is that of its document: its first 8 bytes and its last 4.
 * `reports` is the number of ways in which a play was reported. A `search` column is a name in the form that searches
 * compare. The `name_id`s are ids
 * made of a recording's names, and the `carried` ids those of the catalogue, else these. `credits` are all artists whom the
 * catalogue names for a track.
 * `artists` holds what the catalogue knows of the artists of recordings, by the key under which `items` has them.
 * `album_lists` holds the tracks of those albums of which the catalogue knows all, in their order, by the key under which
 * `items` has the albums; NULL for the others.
 * The view `items` says whose each recording is, and of which album: by the ids that the catalogue has for the track, else
 * by the one id of that name among the user's tracks, else by the folded name; NULL for what has no name at all.
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
  album_key VARCHAR,
  track_search VARCHAR,
  artist_search VARCHAR,
  album_search VARCHAR,
  artist_name_id VARCHAR,
  album_name_id VARCHAR
);
CREATE TABLE plays (
  played_at TIMESTAMP,
  local_at TIMESTAMP,
  recording UINTEGER,
  ms UINTEGER,
  measured BOOLEAN,
  duration_ms UINTEGER,
  source VARCHAR,
  origin VARCHAR,
  client VARCHAR,
  reports UTINYINT,
  context_type VARCHAR,
  context_uri VARCHAR,
  id_high UBIGINT,
  id_low UINTEGER
);
CREATE TABLE identities (
  track_id VARCHAR,
  artist_id VARCHAR,
  artist_name VARCHAR,
  artist_key VARCHAR,
  artist_search VARCHAR,
  album_id VARCHAR,
  album_name VARCHAR,
  album_key VARCHAR,
  album_search VARCHAR,
  credits VARCHAR[]
);
CREATE TABLE artists (artist VARCHAR, name VARCHAR, search VARCHAR, genres VARCHAR[]);
CREATE TABLE features (track_id VARCHAR, ${FEATURES.map((feature) => `${feature} DOUBLE`).join(', ')});
CREATE TABLE album_lists (album VARCHAR, track_ids VARCHAR[], track_names VARCHAR[], durations_ms DOUBLE[]);
CREATE TABLE file (
  format INTEGER,
  duckdb VARCHAR,
  zone VARCHAR,
  revision BIGINT,
  identities BIGINT,
  artists BIGINT,
  features BIGINT,
  album_lists BIGINT,
  items VARCHAR
);
CREATE VIEW items AS
WITH sole_artists AS (
  SELECT artist_key, min(artist_id) AS artist_id
  FROM identities
  WHERE artist_key <> ''
  GROUP BY artist_key
  HAVING count(DISTINCT artist_id) = 1
),
sole_albums AS (
  SELECT coalesce(artist_id, '') AS artist, album_key, min(album_id) AS album_id
  FROM identities
  WHERE album_key <> ''
  GROUP BY ALL
  HAVING count(DISTINCT album_id) = 1
),
artists AS (
  SELECT
    recording,
    r.track_id,
    r.track_name,
    r.track_key,
    r.track_search,
    i.credits,
    coalesce(i.artist_id, r.artist_name_id) AS carried_artist_id,
    coalesce(i.album_id, r.album_name_id) AS carried_album_id,
    coalesce(i.artist_id, sole_artists.artist_id) AS artist_id,
    CASE WHEN i.artist_id IS NULL THEN r.artist_key ELSE '' END AS artist_key,
    coalesce(i.artist_key, '') IN ('', r.artist_key) AS names_artist,
    CASE WHEN names_artist THEN r.artist_name ELSE i.artist_name END AS artist_name,
    CASE WHEN names_artist THEN r.artist_key ELSE i.artist_key END AS artist_name_key,
    CASE WHEN names_artist THEN r.artist_search ELSE i.artist_search END AS artist_search,
    i.album_id AS own_album_id,
    CASE WHEN i.album_id IS NULL THEN r.album_key ELSE '' END AS album_key,
    i.album_id IS NULL OR r.album_key <> '' AS names_album,
    CASE WHEN names_album THEN r.album_name ELSE i.album_name END AS album_name,
    CASE WHEN names_album THEN r.album_key ELSE i.album_key END AS album_name_key,
    CASE WHEN names_album THEN r.album_search ELSE i.album_search END AS album_search
  FROM recordings r
  LEFT JOIN identities i USING (track_id)
  LEFT JOIN sole_artists ON sole_artists.artist_key = CASE WHEN i.artist_id IS NULL THEN r.artist_key END
)
SELECT
  artists.* EXCLUDE (own_album_id),
  coalesce(own_album_id, sole_albums.album_id) AS album_id,
  CASE
    WHEN artists.artist_id IS NOT NULL THEN 'id ' || artists.artist_id
    WHEN artists.artist_key <> '' THEN 'name ' || artists.artist_key
  END AS artist,
  CASE
    WHEN coalesce(own_album_id, sole_albums.album_id) IS NOT NULL
      THEN 'id ' || coalesce(own_album_id, sole_albums.album_id)
    WHEN artists.album_key <> ''
      THEN 'name ' || coalesce(artists.artist_id, artists.artist_key) || chr(10) || artists.album_key
  END AS album
FROM artists
LEFT JOIN sole_albums ON sole_albums.album_key = artists.album_key
  AND sole_albums.artist = coalesce(artists.artist_id, artists.artist_key);
`;

/** What a file holds. */
export interface FileState {
  zone: string;
  /** The revision of the history. */
  revision: number;
}

/** Written last, so that a file which was not finished has no state. */
export const FINISH = `INSERT INTO file SELECT ${FORMAT}, version(), $zone, $revision, -1, -1, -1, -1, ''`;

/** No row of a file that this DuckDB has not written, or in another form. */
export const READ_STATE = `SELECT zone, revision::DOUBLE AS revision FROM file WHERE format = ${FORMAT} AND duckdb = version()`;
