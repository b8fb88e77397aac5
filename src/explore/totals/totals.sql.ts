import { GENRES_OF } from '../sql/items';
import { OTHER_RANGE } from '../sql/other-range';
import { SESSIONS } from '../sql/sessions';
import { DAY_RUNS } from '../sql/streaks';

/**
 * How many plays, and how many different items they are of: these are counted by recording, of which there are fewer.
 * @param plays a table like `through`
 */
const totalsOf = (plays: string): string => `,
recorded AS (
  SELECT plays, ms, track_id, artist, album
  FROM (SELECT recording, count(*) AS plays, sum(ms) AS ms FROM ${plays} GROUP BY recording)
  JOIN things USING (recording)
)
SELECT
  coalesce(sum(plays), 0)::DOUBLE AS play_count,
  coalesce(sum(ms), 0)::DOUBLE AS total_ms,
  count(DISTINCT track_id)::DOUBLE AS unique_tracks,
  count(DISTINCT artist)::DOUBLE AS unique_artists,
  count(DISTINCT album)::DOUBLE AS unique_albums,
  (
    SELECT count(DISTINCT genre) FROM genres_of WHERE artist IN (SELECT artist FROM recorded)
  )::DOUBLE AS unique_genres,
  (SELECT count(DISTINCT day) FROM ${plays})::DOUBLE AS listening_days
FROM recorded`;

export const TOTALS = `WITH ${GENRES_OF}${totalsOf('through')}`;

/** The same of another range of the world. */
export const OTHER_TOTALS = `WITH ${GENRES_OF},${OTHER_RANGE}${totalsOf('other_range')}`;

export const EDGES = `
SELECT
  min(played_at) AS first_played_at,
  max(played_at) AS last_played_at,
  count(*) FILTER (measured AND ms < 30000)::DOUBLE AS skips,
  count(*) FILTER (measured)::DOUBLE AS measured
FROM through`;

export const SESSION_TOTALS = `
WITH ${SESSIONS}
SELECT
  count(*)::DOUBLE AS session_count,
  coalesce(sum(length_ms), 0)::DOUBLE AS length_ms,
  coalesce(max(length_ms), 0)::DOUBLE AS longest_session_ms
FROM sessions`;

/** The longest run of days, and the one that goes on. */
export const STREAK_TOTALS = `
WITH ${DAY_RUNS}
SELECT
  coalesce(max(days), 0)::DOUBLE AS longest_streak_days,
  coalesce(max(days) FILTER (last_day IN ($today::DATE, $today::DATE - 1)), 0)::DOUBLE AS listening_streak_days
FROM day_runs`;
