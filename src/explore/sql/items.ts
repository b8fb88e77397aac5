/** The kinds of items that a list can be of. */
export const ITEM_KINDS = ['artists', 'albums', 'tracks', 'genres'] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** An item as statements return it, beside what they count of it. Texts are '' where its kind has none. */
export interface ItemRow extends Record<string, unknown> {
  /** Equal for all plays of one item. */
  item: string;
  id: string;
  name: string;
  artist_id: string;
  artist_name: string;
  album_id: string;
  album_name: string;
}

/** The newest of all plays of each recording, whatever the lens is. */
const NEWEST = `
newest AS (
  SELECT recording, max(played_at) AS newest_at, arg_max((id_high, id_low), played_at) AS newest_id
  FROM plays
  GROUP BY recording
)`;

const SHOWN_ARTISTS = `
shown_artists AS (
  SELECT
    coalesce(s.artist, known.artist) AS item,
    coalesce(s.artist_id, CASE WHEN starts_with(item, 'id ') THEN substr(item, 4) END, '') AS id,
    coalesce(s.name, known.name) AS name
  FROM (
    SELECT
      artist,
      coalesce(any_value(artist_id), first(carried_artist_id ORDER BY newest_at DESC, newest_id DESC)) AS artist_id,
      first(
        artist_name ORDER BY artist_name_key <> '' DESC, names_artist DESC, newest_at DESC, newest_id DESC
      ) AS name
    FROM things JOIN newest USING (recording)
    WHERE artist IS NOT NULL
    GROUP BY artist
  ) AS s
  FULL JOIN (SELECT artist, name FROM artists WHERE starts_with(artist, 'id ') AND name <> '') AS known USING (artist)
)`;

const SHOWN_ALBUMS = `
shown_albums AS (
  SELECT
    album AS item,
    coalesce(any_value(album_id), first(carried_album_id ORDER BY newest_at DESC, newest_id DESC)) AS id,
    first(album_name ORDER BY album_name_key <> '' DESC, names_album DESC, newest_at DESC, newest_id DESC) AS name,
    first({artist: artist} ORDER BY newest_at DESC, newest_id DESC).artist AS artist
  FROM things JOIN newest USING (recording)
  WHERE album IS NOT NULL
  GROUP BY album
)`;

const SHOWN_TRACKS = `
shown_tracks AS (
  SELECT
    track_id AS item,
    track_id AS id,
    first(track_name ORDER BY track_key <> '' DESC, newest_at DESC, newest_id DESC) AS name,
    first({artist: artist, album: album} ORDER BY newest_at DESC, newest_id DESC) AS newest_of
  FROM things JOIN newest USING (recording)
  GROUP BY track_id
)`;

const GENRES = `SELECT DISTINCT artist, unnest(genres) AS genre FROM artists`;

const NOTHING = `'' AS artist_id, '' AS artist_name, '' AS album_id, '' AS album_name`;

const SHOWN: Record<ItemKind, string> = {
  artists: `${NEWEST},${SHOWN_ARTISTS},
shown AS (SELECT item, id, name, ${NOTHING} FROM shown_artists)`,
  albums: `${NEWEST},${SHOWN_ARTISTS},${SHOWN_ALBUMS},
shown AS (
  SELECT
    b.item,
    b.id,
    b.name,
    coalesce(a.id, '') AS artist_id,
    coalesce(a.name, '') AS artist_name,
    '' AS album_id,
    '' AS album_name
  FROM shown_albums AS b LEFT JOIN shown_artists AS a ON a.item = b.artist
)`,
  tracks: `${NEWEST},${SHOWN_ARTISTS},${SHOWN_ALBUMS},${SHOWN_TRACKS},
shown AS (
  SELECT
    t.item,
    t.id,
    t.name,
    coalesce(a.id, '') AS artist_id,
    coalesce(a.name, '') AS artist_name,
    coalesce(b.id, '') AS album_id,
    coalesce(b.name, '') AS album_name
  FROM shown_tracks AS t
  LEFT JOIN shown_artists AS a ON a.item = t.newest_of.artist
  LEFT JOIN shown_albums AS b ON b.item = t.newest_of.album
)`,
  genres: `
shown AS (SELECT DISTINCT genre AS item, genre AS id, genre AS name, ${NOTHING} FROM (${GENRES}))`,
};

const MEMBERS: Record<ItemKind | 'credited', string> = {
  artists: `SELECT recording, artist AS item FROM things WHERE artist IS NOT NULL`,
  credited: `SELECT recording, unnest(credited) AS item FROM things`,
  albums: `SELECT recording, album AS item FROM things WHERE album IS NOT NULL`,
  tracks: `SELECT recording, track_id AS item FROM things`,
  genres: `SELECT recording, genre AS item FROM things JOIN (${GENRES}) USING (artist)`,
};

/** The table `shown` for `WITH`: all items of a kind that there are, with their ids and names (`ItemRow`). */
export function shownItems(kind: ItemKind): string {
  return SHOWN[kind];
}

/**
 * The table `members` for `WITH`: which recordings are of which items of a kind.
 * @param withFeatures whether artists are all those whom the catalogue names for a track
 */
export function members(kind: ItemKind, withFeatures = false): string {
  return `\nmembers AS (${MEMBERS[kind === 'artists' && withFeatures ? 'credited' : kind]})`;
}

/** The order of items in every list, as `ORDER BY` has it, over columns `plays`, `ms`, `name` and `id`. */
export function rankOrder(measure: 'plays' | 'ms'): string {
  return measure === 'plays' ? 'plays DESC, ms DESC, name, id' : 'ms DESC, plays DESC, name, id';
}
