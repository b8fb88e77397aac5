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

const GENRES = `SELECT DISTINCT artist, unnest(genres) AS genre FROM artists`;

/** A table for `WITH`. `genres_of`: each genre of each artist, once. */
export const GENRES_OF = `\ngenres_of AS (${GENRES})`;

const NOTHING = `'' AS artist_id, '' AS artist_name, '' AS album_id, '' AS album_name`;

const SHOWN: Record<ItemKind, string> = {
  artists: `SELECT item, id, name, ${NOTHING} FROM shown_artists`,
  albums: `SELECT item, id, name, artist_id, artist_name, '' AS album_id, '' AS album_name FROM shown_albums`,
  tracks: `SELECT item, id, name, artist_id, artist_name, album_id, album_name FROM shown_tracks`,
  genres: `SELECT DISTINCT genre AS item, genre AS id, genre AS name, ${NOTHING} FROM (${GENRES})`,
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
  return `\nshown AS (${SHOWN[kind]})`;
}

/**
 * The table `members` for `WITH`: which recordings are of which items of a kind.
 * @param withFeatures whether artists are all those whom the catalogue names for a track
 */
export function members(kind: ItemKind, withFeatures = false): string {
  return `\nmembers AS (${MEMBERS[kind === 'artists' && withFeatures ? 'credited' : kind]})`;
}

/**
 * The table `counted` for `WITH`, over `members`: how many plays of a table each item has, how long they lasted together,
 * and when the first and the last of them was.
 * @param plays a table like `through`
 * @param table the name of the table instead
 */
export function countedItems(plays = 'through', table = 'counted'): string {
  return `
${table} AS (
  SELECT item, sum(plays) AS plays, sum(ms) AS ms, min(first_at) AS first_at, max(last_at) AS last_at
  FROM (
    SELECT recording, count(*) AS plays, sum(ms) AS ms, min(played_at) AS first_at, max(played_at) AS last_at
    FROM ${plays}
    GROUP BY recording
  ) JOIN members USING (recording)
  GROUP BY item
)`;
}

/**
 * The order of items in every list, as `ORDER BY` has it, over columns `plays` and `ms`.
 * @param ties columns that say in which order items are of which these are equal
 */
export function rankOrder(measure: 'plays' | 'ms', ties = 'name, id'): string {
  return `${measure === 'plays' ? 'plays DESC, ms DESC' : 'ms DESC, plays DESC'}, ${ties}`;
}
