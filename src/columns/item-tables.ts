import type { UserFile } from './user-file';

/** The newest of all plays of each recording, whatever the lens is. */
const NEWEST = `
newest AS (
  SELECT recording, max(played_at) AS newest_at, arg_max((id_high, id_low), played_at) AS newest_id
  FROM plays
  GROUP BY recording
)`;

const THINGS = `
CREATE OR REPLACE TABLE things AS
WITH named AS (
  SELECT
    * REPLACE (
      CASE WHEN max(artist_name_key) OVER (PARTITION BY artist) <> '' THEN artist END AS artist,
      CASE WHEN max(album_name_key) OVER (PARTITION BY album) <> '' THEN album END AS album
    )
  FROM items
),
credited AS (
  SELECT track_id, list(credit) AS credited
  FROM (SELECT track_id, unnest(credits) AS credit FROM identities)
  WHERE credit IN (SELECT artist FROM named UNION SELECT artist FROM artists WHERE name <> '')
  GROUP BY track_id
)
SELECT named.*, list_distinct(list_prepend(artist, coalesce(credited, []))) AS credited
FROM named LEFT JOIN credited USING (track_id)`;

const SHOWN_ARTISTS = `
CREATE OR REPLACE TABLE shown_artists AS
WITH ${NEWEST}
SELECT
  coalesce(s.artist, known.artist) AS item,
  coalesce(s.artist_id, CASE WHEN starts_with(item, 'id ') THEN substr(item, 4) END, '') AS id,
  coalesce(s.newest.name, known.name) AS name,
  coalesce(s.newest.search, known.search) AS search
FROM (
  SELECT
    artist,
    coalesce(any_value(artist_id), first(carried_artist_id ORDER BY newest_at DESC, newest_id DESC)) AS artist_id,
    first(
      {name: artist_name, search: artist_search}
      ORDER BY artist_name_key <> '' DESC, names_artist DESC, newest_at DESC, newest_id DESC
    ) AS newest
  FROM things JOIN newest USING (recording)
  WHERE artist IS NOT NULL
  GROUP BY artist
) AS s
FULL JOIN (
  SELECT artist, name, search FROM artists WHERE starts_with(artist, 'id ') AND name <> ''
) AS known USING (artist)`;

const SHOWN_ALBUMS = `
CREATE OR REPLACE TABLE shown_albums AS
WITH ${NEWEST},
b AS (
  SELECT
    album AS item,
    coalesce(any_value(album_id), first(carried_album_id ORDER BY newest_at DESC, newest_id DESC)) AS id,
    first(
      {name: album_name, search: album_search}
      ORDER BY album_name_key <> '' DESC, names_album DESC, newest_at DESC, newest_id DESC
    ) AS named,
    first({artist: artist} ORDER BY newest_at DESC, newest_id DESC).artist AS artist
  FROM things JOIN newest USING (recording)
  WHERE album IS NOT NULL
  GROUP BY album
)
SELECT
  b.item,
  b.id,
  b.named.name AS name,
  b.named.search AS search,
  coalesce(a.id, '') AS artist_id,
  coalesce(a.name, '') AS artist_name,
  coalesce(a.search, '') AS artist_search
FROM b LEFT JOIN shown_artists AS a ON a.item = b.artist`;

const SHOWN_TRACKS = `
CREATE OR REPLACE TABLE shown_tracks AS
WITH ${NEWEST},
t AS (
  SELECT
    track_id AS item,
    first(
      {name: track_name, search: track_search} ORDER BY track_key <> '' DESC, newest_at DESC, newest_id DESC
    ) AS named,
    first({artist: artist, album: album} ORDER BY newest_at DESC, newest_id DESC) AS newest_of
  FROM things JOIN newest USING (recording)
  GROUP BY track_id
)
SELECT
  t.item,
  t.item AS id,
  t.named.name AS name,
  t.named.search AS search,
  coalesce(a.id, '') AS artist_id,
  coalesce(a.name, '') AS artist_name,
  coalesce(a.search, '') AS artist_search,
  coalesce(b.id, '') AS album_id,
  coalesce(b.name, '') AS album_name
FROM t
LEFT JOIN shown_artists AS a ON a.item = t.newest_of.artist
LEFT JOIN shown_albums AS b ON b.item = t.newest_of.album`;

/**
 * Tables that follow from the others whatever is asked, so that no question has to work them out:
 * - `things`: each recording with what it counts for. `artist` and `album` are NULL for what has no name; `credited` are
 *   all artists of the track who have one.
 * - `shown_artists`, `shown_albums`, `shown_tracks`: all items that there are, with the ids and names that are shown;
 *   `search` and `artist_search` are the names in the form that searches compare.
 */
const ITEM_TABLES = [THINGS, SHOWN_ARTISTS, SHOWN_ALBUMS, SHOWN_TRACKS].join(';\n');

/** Derives the items of a file that is up to date anew, if its plays or its copies of the catalogue have changed. */
export async function deriveItems(file: UserFile): Promise<void> {
  const { broughtTo: revisions } = file;
  if (file.itemsOf === revisions) return;
  await file.use(async (connection) => {
    const stored = await connection.runAndReadAll('SELECT items FROM file');
    if (stored.getRows()[0]?.[0] === revisions) return;
    await connection.run('BEGIN TRANSACTION');
    await connection.run(ITEM_TABLES);
    await connection.run('UPDATE file SET items = $revisions', { revisions });
    await connection.run('COMMIT');
  });
  file.itemsOf = revisions;
}
