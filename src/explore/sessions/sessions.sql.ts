import { members, rankOrder, shownItems } from '../sql/items';
import { PLAY_ID } from '../sql/plays';
import { SESSIONS } from '../sql/sessions';

/** What sessions are ordered by; the newest of equal ones goes first. */
const ORDERS = {
  newest: 'session DESC',
  longest: 'length_ms DESC, session DESC',
  most_plays: 'plays DESC, session DESC',
};
export type SessionOrder = keyof typeof ORDERS;
export const SESSION_ORDERS = Object.keys(ORDERS) as SessionOrder[];

/** Where the bins of the histogram begin, in minutes; the last has no end. */
export const HISTOGRAM_MINUTES = [0, 15, 30, 60, 120, 240];

const LENGTHS = HISTOGRAM_MINUTES.map((minutes, index) => {
  const next = HISTOGRAM_MINUTES[index + 1];
  const shorter = next === undefined ? '' : ` AND length_ms < ${next} * 60000`;
  return `count(*) FILTER (length_ms >= ${minutes} * 60000${shorter})::DOUBLE`;
});

/** `shown_sessions`: the sessions of `page`, each with its best artist: `ItemRow` with `plays` and `ms`, or NULL. */
const withArtists = (measure: 'plays' | 'ms'): string => `
counted AS (
  SELECT session, recording, count(*) AS plays, sum(ms) AS ms
  FROM in_sessions
  WHERE session IN (SELECT session FROM page)
  GROUP BY ALL
),
artists_of_sessions AS (
  SELECT session, shown.*, sum(plays)::DOUBLE AS plays, sum(ms)::DOUBLE AS ms
  FROM counted JOIN members USING (recording) JOIN shown USING (item)
  GROUP BY ALL
),
best_artists AS (
  SELECT *
  FROM artists_of_sessions
  QUALIFY row_number() OVER (PARTITION BY session ORDER BY ${rankOrder(measure)}) = 1
),
shown_sessions AS (
  SELECT
    rank::DOUBLE AS rank,
    started_at,
    first_played_at,
    ended_at,
    length_ms::DOUBLE AS length_ms,
    plays::DOUBLE AS plays,
    ms::DOUBLE AS ms,
    artist
  FROM page LEFT JOIN (SELECT session, best AS artist FROM best_artists AS best) USING (session)
)`;

/** A page of all sessions; each row has what is said of all of them, and one has nothing else if the page is empty. */
export const sessionPage = (order: SessionOrder, measure: 'plays' | 'ms'): string => `
WITH ${shownItems('artists')},${members('artists')},${SESSIONS},
page AS MATERIALIZED (
  SELECT *, row_number() OVER (ORDER BY ${ORDERS[order]}) AS rank
  FROM sessions
  ORDER BY rank
  LIMIT $limit::INTEGER OFFSET $offset::INTEGER
),${withArtists(measure)},
of_all AS (
  SELECT
    count(*)::DOUBLE AS total,
    coalesce(sum(length_ms), 0)::DOUBLE AS length_of_all_ms,
    coalesce(max(length_ms), 0)::DOUBLE AS longest_ms,
    [${LENGTHS.join(', ')}] AS counts_by_length
  FROM sessions
)
SELECT of_all.*, shown_sessions.*
FROM of_all LEFT JOIN shown_sessions ON TRUE
ORDER BY rank`;

/** The session that starts at `$started_ms`; the newest if there are several. */
export const sessionAt = (measure: 'plays' | 'ms'): string => `
WITH ${shownItems('artists')},${members('artists')},${SESSIONS},
page AS MATERIALIZED (
  SELECT *, 1 AS rank
  FROM sessions
  WHERE started_at = epoch_ms($started_ms::BIGINT)
  ORDER BY session DESC
  LIMIT 1
),${withArtists(measure)}
SELECT * FROM shown_sessions`;

/** The ids of a page of a session's plays: no other session has a play between its first and its last. */
export const PLAYS_OF_SESSION = `
SELECT ${PLAY_ID} AS id
FROM through
WHERE played_at BETWEEN epoch_ms($first_ms::BIGINT) AND epoch_ms($last_ms::BIGINT)
ORDER BY played_at, id_high, id_low
LIMIT $limit::INTEGER OFFSET $offset::INTEGER`;
