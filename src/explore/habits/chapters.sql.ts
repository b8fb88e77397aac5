import { rankOrder } from '../sql/items';
import { numberedItems } from '../sql/numbered-items';

/** How many artists of a chapter are listed. */
export const MOST_ARTISTS = 5;

/** Plays by their days within `$first` and `$last`; one that lies outside by its clock is put into the nearest day. */
const PLACED = `
placed AS NOT MATERIALIZED (
  SELECT * REPLACE (greatest($first::DATE, least($last::DATE, day)) AS day) FROM through
)`;

/** Each week with plays, and the sums of the measure by artist in it: see `Week`. */
export const weeklySums = (measure: 'plays' | 'ms'): string => `
WITH ${numberedItems('artists')},${PLACED},
weekly AS (
  SELECT date_trunc('week', day) AS monday, number, count(*) AS plays, sum(ms) AS ms
  FROM placed LEFT JOIN numbered USING (recording)
  GROUP BY ALL
)
SELECT
  strftime(monday, '%Y-%m-%d') AS monday,
  sum(plays)::DOUBLE AS plays,
  coalesce(list(number::DOUBLE ORDER BY number) FILTER (number IS NOT NULL), []) AS artists,
  coalesce(list(${measure}::DOUBLE ORDER BY number) FILTER (number IS NOT NULL), []) AS sums
FROM weekly
GROUP BY monday
ORDER BY monday`;

/** `counted`: plays by chapter and recording. Chapters begin on the days `$starts`, which is JSON; the first is 1. */
const COUNTED = `${PLACED},
chapter_days AS (
  SELECT day, count(*) AS chapter
  FROM (SELECT DISTINCT day FROM placed)
  JOIN (SELECT unnest(from_json($starts, '["VARCHAR"]'))::DATE AS start) ON start <= day
  GROUP BY day
),
counted AS MATERIALIZED (
  SELECT chapter, recording, count(*) AS plays, sum(ms) AS ms FROM placed JOIN chapter_days USING (day) GROUP BY ALL
)`;

/** How much was played in each chapter. */
export const CHAPTER_SUMS = `
WITH ${COUNTED}
SELECT chapter::DOUBLE AS chapter, sum(plays)::DOUBLE AS plays, sum(ms)::DOUBLE AS ms
FROM counted
GROUP BY chapter`;

/** The best artists of each chapter by `place`, and the best of those who are new in it by `place_of_new`. */
export const chapterArtists = (measure: 'plays' | 'ms'): string => `
WITH ${numberedItems('artists')},${COUNTED},
discoveries AS (
  SELECT number, greatest($first::DATE, least($last::DATE, arg_min(day, played_at))) AS day
  FROM world JOIN numbered USING (recording)
  GROUP BY number
  HAVING min(played_at) >= (SELECT min(played_at) FROM through)
),
new_artists AS (SELECT number, chapter, TRUE AS is_new FROM discoveries JOIN chapter_days USING (day)),
artists_of_chapters AS (
  SELECT chapter, number, sum(plays)::DOUBLE AS plays, sum(ms)::DOUBLE AS ms
  FROM counted JOIN numbered USING (recording)
  GROUP BY chapter, number
),
ranked AS (
  SELECT
    artists_of_chapters.*,
    shown.* EXCLUDE (number),
    row_number() OVER (PARTITION BY chapter ORDER BY ${rankOrder(measure)})::DOUBLE AS place,
    CASE WHEN is_new
      THEN row_number() OVER (PARTITION BY chapter, is_new ORDER BY ${rankOrder(measure)})::DOUBLE
    END AS place_of_new
  FROM artists_of_chapters
  JOIN numbered_shown AS shown USING (number)
  LEFT JOIN new_artists USING (chapter, number)
)
SELECT * EXCLUDE (number) REPLACE (chapter::DOUBLE AS chapter)
FROM ranked
WHERE place <= ${MOST_ARTISTS} OR place_of_new <= ${MOST_ARTISTS}
ORDER BY place`;
