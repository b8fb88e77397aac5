import { members, rankOrder, shownItems } from '../sql/items';
import { SESSIONS } from '../sql/sessions';
import { DAY_RUNS } from '../sql/streaks';

/** The kinds of items that have a page. */
export type PagedKind = 'artists' | 'albums' | 'tracks';

/** What plays carry of an item: its id, the name beside it, and whether that is a name, and the item's own. */
const CARRIED: Record<PagedKind, string> = {
  artists: `artist AS item, carried_artist_id AS id, artist_name AS name, artist_name_key <> '' AS is_named, names_artist AS is_own`,
  albums: `album AS item, carried_album_id AS id, album_name AS name, album_name_key <> '' AS is_named, names_album AS is_own`,
  tracks: `track_id AS item, track_id AS id, track_name AS name, track_key <> '' AS is_named, TRUE AS is_own`,
};

/**
 * The ids that plays of an item carry, in the order of their texts, each with the name that its plays show and the numbers
 * of their recordings. The item is the one whose plays carry `$id`; of several, the one that was played last.
 */
export const carriedIds = (kind: PagedKind): string => `
WITH newest AS (
  SELECT recording, max(played_at) AS newest_at, arg_max((id_high, id_low), played_at) AS newest_id
  FROM plays
  GROUP BY recording
),
carried AS (
  SELECT recording, newest_at, newest_id, ${CARRIED[kind]} FROM things JOIN newest USING (recording)
)
SELECT
  item,
  id,
  first(name ORDER BY is_named DESC, is_own DESC, newest_at DESC, newest_id DESC) AS name,
  to_json(list(recording))::VARCHAR AS recordings
FROM carried
WHERE item = (
  SELECT item FROM carried WHERE id = $id AND item IS NOT NULL ORDER BY newest_at DESC, newest_id DESC, item LIMIT 1
)
GROUP BY item, id
ORDER BY id`;

const ranks = (name: string, plays: string, measure: 'plays' | 'ms'): string => `
${name} AS (
  SELECT item, row_number() OVER (ORDER BY ${rankOrder(measure)}) AS ${name}
  FROM (
    SELECT item, sum(plays) AS plays, sum(ms) AS ms
    FROM (SELECT recording, count(*) AS plays, sum(ms) AS ms FROM ${plays} GROUP BY recording)
    JOIN members USING (recording)
    GROUP BY item
  )
  JOIN shown USING (item)
)`;

/** An item: `ItemRow` with its ranks, which are NULL where it has no play, and `all_plays` and `all_ms` of the lens. */
export const rankedItem = (kind: PagedKind, measure: 'plays' | 'ms'): string => `
WITH ${shownItems(kind)},${members(kind)},${ranks('rank', 'through', measure)},${ranks('rank_all_time', 'world', measure)},
all_of_them AS (
  SELECT count(*)::DOUBLE AS all_plays, coalesce(sum(ms), 0)::DOUBLE AS all_ms FROM through
)
SELECT shown.*, rank::DOUBLE AS rank, rank_all_time::DOUBLE AS rank_all_time, all_plays, all_ms
FROM shown LEFT JOIN rank USING (item) LEFT JOIN rank_all_time USING (item), all_of_them
WHERE item = $item`;

const BY = { plays: 'plays DESC, day', ms: 'ms DESC, day' } as const;

/** What is counted of the plays of one item, over all, and its best day. */
export const itemTotals = (measure: 'plays' | 'ms'): string => `
WITH ${DAY_RUNS}
SELECT
  coalesce(sum(plays), 0)::DOUBLE AS plays,
  coalesce(sum(ms), 0)::DOUBLE AS ms,
  count(*)::DOUBLE AS listening_days,
  (SELECT coalesce(max(days), 0) FROM day_runs)::DOUBLE AS longest_streak_days,
  (SELECT min(played_at) FROM through) AS first_played_at,
  (SELECT max(played_at) FROM through) AS last_played_at,
  (SELECT min(played_at) FROM world) AS first_ever_played_at,
  strftime(first(day ORDER BY ${BY[measure]}), '%Y-%m-%d') AS best_day,
  first(plays ORDER BY ${BY[measure]})::DOUBLE AS best_plays,
  first(ms ORDER BY ${BY[measure]})::DOUBLE AS best_ms
FROM played_days`;

export const contexts = (measure: 'plays' | 'ms'): string => `
SELECT context_type, context_uri, count(*)::DOUBLE AS plays, sum(ms)::DOUBLE AS ms
FROM through
WHERE context_uri <> ''
GROUP BY ALL
ORDER BY ${measure} DESC, ${measure === 'plays' ? 'ms' : 'plays'} DESC, context_uri, context_type
LIMIT 20`;

/**
 * Items of the plays directly before and after those of `$item` in their sessions, on either `side`: `ItemRow` with their
 * `count`, the `whole` number of plays that there are on this side, and their own `plays` and `ms`.
 */
export const neighbours = (kind: PagedKind, measure: 'plays' | 'ms'): string => `
WITH ${shownItems(kind)},${members(kind)},${SESSIONS},
own AS (
  SELECT recording FROM members WHERE item = $item
),
pairs AS MATERIALIZED (
  SELECT former_recording, recording
  FROM opening
  WHERE NOT is_opening AND (former_recording IN (FROM own) OR recording IN (FROM own))
),
counted AS (
  SELECT 'before' AS side, former_recording AS recording, count(*) AS plays
  FROM pairs
  WHERE recording IN (FROM own)
  GROUP BY ALL
  UNION ALL
  SELECT 'after' AS side, recording, count(*) AS plays
  FROM pairs
  WHERE former_recording IN (FROM own)
  GROUP BY ALL
),
beside AS (
  SELECT side, item, sum(plays) AS count
  FROM counted JOIN members USING (recording)
  WHERE item <> $item
  GROUP BY ALL
  HAVING sum(plays) >= 3
),
wholes AS (
  SELECT side, sum(plays) AS whole FROM counted GROUP BY side
),
sums AS (
  SELECT item, sum(plays) AS plays, sum(ms) AS ms
  FROM (SELECT recording, count(*) AS plays, sum(ms) AS ms FROM through GROUP BY recording)
  JOIN members USING (recording)
  GROUP BY item
)
SELECT
  side,
  shown.*,
  count::DOUBLE AS count,
  whole::DOUBLE AS whole,
  plays::DOUBLE AS plays,
  ms::DOUBLE AS ms
FROM beside JOIN wholes USING (side) JOIN sums USING (item) JOIN shown USING (item)
QUALIFY row_number() OVER (PARTITION BY side ORDER BY count DESC, ${rankOrder(measure)}) <= 10
ORDER BY side, count DESC, ${rankOrder(measure)}`;
