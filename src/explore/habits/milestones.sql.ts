import { numberedItems } from '../sql/numbered-items';
import { PLAY_ID } from '../sql/plays';

const FIRST_NUMBERS = [1, 100, 500, 1_000, 5_000];
/** From here on each multiple of it is a milestone. */
const FURTHER = 10_000;
const FIRST_OF_AN_ARTIST = 100;
/** How many milestones of artists are listed. */
const MOST_OF_ARTISTS = 100;

/** The first milestone after so many plays. */
export function nextMilestone(plays: number): number {
  return FIRST_NUMBERS.find((number) => number > plays) ?? (Math.floor(plays / FURTHER) + 1) * FURTHER;
}

const isMilestone = (number: string): string =>
  `(${number} IN (${FIRST_NUMBERS.join(', ')}) OR ${number} % ${FURTHER} = 0)`;

/** The plays that are milestones by their ids, oldest first. */
export const MILESTONES = `
SELECT number::DOUBLE AS number, ${PLAY_ID} AS id
FROM (
  SELECT id_high, id_low, row_number() OVER (ORDER BY played_at, id_high, id_low) AS number FROM through
)
WHERE ${isMilestone('number')}
ORDER BY number`;

/** The newest milestones of artists: `ItemRow` with the `milestone`. */
export const ARTIST_MILESTONES = `
WITH ${numberedItems('artists')},
played_often AS (
  SELECT number FROM through JOIN numbered USING (recording) GROUP BY number HAVING count(*) >= ${FIRST_OF_AN_ARTIST}
),
counted AS (
  SELECT
    number,
    played_at,
    id_high,
    id_low,
    row_number() OVER (PARTITION BY number ORDER BY played_at, id_high, id_low) AS milestone
  FROM through JOIN numbered USING (recording)
  WHERE number IN (SELECT number FROM played_often)
),
newest_milestones AS (
  SELECT *
  FROM counted
  WHERE milestone > 1 AND ${isMilestone('milestone')}
  ORDER BY played_at DESC, id_high DESC, id_low DESC
  LIMIT ${MOST_OF_ARTISTS}
)
SELECT milestone::DOUBLE AS milestone, played_at, numbered_shown.* EXCLUDE (number)
FROM newest_milestones JOIN numbered_shown USING (number)
ORDER BY played_at DESC, id_high DESC, id_low DESC`;

/**
 * All plays, those from `$since` to `$today`, and the Eddington number: the greatest E so that there are E days of E plays
 * or more. `days_of_next` is how many days there are of E + 1 plays or more.
 */
export const MILESTONE_TOTALS = `
WITH by_day AS (
  SELECT day, count(*) AS plays, sum(ms) AS ms FROM through GROUP BY day
),
eddington AS (
  SELECT count(*) FILTER (plays >= place) AS number
  FROM (SELECT plays, row_number() OVER (ORDER BY plays DESC) AS place FROM by_day)
)
SELECT
  coalesce(sum(plays), 0)::DOUBLE AS plays,
  coalesce(sum(ms), 0)::DOUBLE AS ms,
  coalesce(sum(plays) FILTER (day BETWEEN $since::DATE AND $today::DATE), 0)::DOUBLE AS recent_plays,
  any_value(number)::DOUBLE AS eddington,
  (count(day) FILTER (plays > number))::DOUBLE AS days_of_next
FROM eddington LEFT JOIN by_day ON TRUE`;
