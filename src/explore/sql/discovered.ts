/**
 * Tables over `members` for `WITH`. `discovered`: the items whose first play in the world is in the range, with what is
 * counted of them through the lens, and the instant and the local time of that play.
 */
export const DISCOVERED = `
firsts AS (
  SELECT recording, min(played_at) AS first_ever_at FROM world GROUP BY recording
),
counted AS (
  SELECT
    recording,
    count(*) AS plays,
    sum(ms) AS ms,
    min(played_at) AS first_at,
    arg_min(local_at, played_at) AS first_local_at
  FROM through
  GROUP BY recording
),
discovered AS (
  SELECT
    item,
    sum(plays) AS plays,
    sum(ms) AS ms,
    min(first_at) AS first_played_at,
    arg_min(first_local_at, first_at) AS local_at
  FROM members JOIN firsts USING (recording) LEFT JOIN counted USING (recording)
  GROUP BY item
  HAVING min(first_at) = min(first_ever_at)
)`;
