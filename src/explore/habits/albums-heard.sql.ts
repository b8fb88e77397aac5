import { countedItems, rankOrder } from '../sql/items';
import { numberedItems } from '../sql/numbered-items';
import { SESSIONS } from '../sql/sessions';

/** Of an album with fewer tracks nobody can say that it was heard as one. */
const FEWEST_TRACKS = 3;
/** How often an album was begun, and how far, before it counts as abandoned. */
const FEWEST_STARTS = 3;
const FEWEST_TRACKS_OF_A_START = 2;
/** How many abandoned albums are listed. */
const MOST_ABANDONED = 50;

/**
 * `judged`: the albums whose order is known, with their tracks.
 * `placed`: which place on which of them each recording has, counted from 1.
 */
const PLACED = `
judged AS MATERIALIZED (
  SELECT number, item, len(track_ids) AS track_count, track_ids, track_names, durations_ms
  FROM numbered_shown JOIN album_lists ON album = item
  WHERE len(track_ids) >= ${FEWEST_TRACKS}
),
places AS (
  SELECT
    number,
    unnest(track_ids) AS track_id,
    unnest(durations_ms) / 2 AS half_ms,
    generate_subscripts(track_ids, 1) AS place
  FROM judged
),
placed AS MATERIALIZED (
  SELECT recording, number, place, half_ms
  FROM numbered JOIN things USING (recording) JOIN places USING (number, track_id)
)`;

/**
 * `runs`: each time that tracks of an album were played in its order from the first on, within a session: the last place
 * that was reached, and when. Plays that are too short and those of other albums do not interrupt it, nor does a repeat.
 * Of most albums a session has no first track, so only the others, which are `begun`, are put in order.
 */
const RUNS = `
placed_plays AS MATERIALIZED (
  SELECT number, session::UINTEGER AS session, place, played_at, id_high, id_low
  FROM in_sessions JOIN placed USING (recording)
  WHERE ms >= half_ms
),
begun AS (
  SELECT DISTINCT number, session FROM placed_plays WHERE place = 1
),
album_plays AS (
  SELECT *, lag(place) OVER (PARTITION BY number, session ORDER BY played_at, id_high, id_low) AS former_place
  FROM placed_plays SEMI JOIN begun USING (number, session)
),
without_repeats AS (
  SELECT
    *,
    sum((place IS DISTINCT FROM former_place + 1)::INTEGER) OVER (
      PARTITION BY number, session ORDER BY played_at, id_high, id_low
    ) AS run
  FROM album_plays
  WHERE place IS DISTINCT FROM former_place
),
runs AS MATERIALIZED (
  SELECT number, max(place) AS reached, min(played_at) AS started_at, max(played_at) AS reached_at
  FROM without_repeats
  GROUP BY number, session, run
  HAVING min(place) = 1
)`;

/** `heard`: what the runs say of each album. */
const HEARD = `
stops AS (
  SELECT number, reached, count(*) AS times, max(started_at) AS last_started_at
  FROM runs
  WHERE reached >= ${FEWEST_TRACKS_OF_A_START}
  GROUP BY number, reached
),
starts AS (
  SELECT
    number,
    sum(times) AS start_count,
    max(last_started_at) AS last_started_at,
    first(reached ORDER BY times DESC, reached) AS stopped_after
  FROM stops
  GROUP BY number
),
hearings AS (
  SELECT number, count(*) AS heard_count, max(reached_at) AS last_heard_at
  FROM runs JOIN judged USING (number)
  WHERE reached = track_count
  GROUP BY number
),
heard AS (
  SELECT
    judged.*,
    coalesce(heard_count, 0) AS heard_count,
    last_heard_at,
    start_count,
    last_started_at,
    stopped_after,
    coalesce(heard_count, 0) > 0 AS is_heard,
    NOT is_heard AND start_count >= ${FEWEST_STARTS} AS is_abandoned
  FROM judged JOIN starts USING (number) LEFT JOIN hearings USING (number)
)`;

/**
 * A page of the albums that were heard whole, which have a `rank`, and the first of those that were abandoned, which have
 * an `abandoned_rank`. Each row has the `total` of the former, and how many albums have no order by which to judge them;
 * one has nothing else if there are no such albums.
 */
export const albumsHeardPage = (measure: 'plays' | 'ms'): string => `
WITH ${numberedItems('albums')},${countedItems()},${SESSIONS},${PLACED},${RUNS},${HEARD},
listed AS MATERIALIZED (
  SELECT
    *,
    CASE WHEN is_heard THEN
      row_number() OVER (PARTITION BY is_heard ORDER BY heard_count DESC, last_heard_at DESC, ${rankOrder(measure)})
    END AS rank,
    CASE WHEN is_abandoned THEN
      row_number() OVER (PARTITION BY is_abandoned ORDER BY start_count DESC, ${rankOrder(measure)})
    END AS abandoned_rank
  FROM heard JOIN shown USING (item) JOIN counted USING (item)
),
wanted AS (
  SELECT
    item,
    id,
    name,
    artist_id,
    artist_name,
    album_id,
    album_name,
    rank::DOUBLE AS rank,
    heard_count::DOUBLE AS heard_count,
    last_heard_at,
    track_count::DOUBLE AS track_count,
    abandoned_rank::DOUBLE AS abandoned_rank,
    start_count::DOUBLE AS start_count,
    stopped_after::DOUBLE AS stopped_after,
    track_names[stopped_after] AS stopped_track_name,
    last_started_at
  FROM listed
  WHERE (rank > $offset::INTEGER AND rank <= $offset::INTEGER + $limit::INTEGER) OR abandoned_rank <= ${MOST_ABANDONED}
),
of_all AS (
  SELECT
    (SELECT count(rank) FROM listed)::DOUBLE AS total,
    (SELECT count(*) FROM counted WHERE item NOT IN (SELECT item FROM judged))::DOUBLE AS albums_without_order
)
SELECT of_all.*, wanted.*
FROM of_all LEFT JOIN wanted ON TRUE
ORDER BY rank, abandoned_rank`;
