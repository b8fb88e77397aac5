import { FEATURES } from '../../columns/column-tables';

/** The plays of a period, by recording. `ended_at`: when the newest of them ended, seconds since 1970. */
const COUNTED = `
counted AS (
  SELECT recording, count(*) AS plays, sum(ms) AS ms, epoch_ms(max(played_at)) // 1000 AS ended_at
  FROM plays
  WHERE local_at >= $first::DATE
  GROUP BY recording
)`;

/** Each day with a play, newest first. */
export const DAYS = `
SELECT strftime(local_at::DATE, '%Y-%m-%d') AS date, count(*)::DOUBLE AS plays, sum(ms)::DOUBLE AS ms
FROM plays
GROUP BY ALL
ORDER BY date DESC`;

/** The hours of the clock that have plays. */
export const HOURS = `
SELECT hour(local_at)::INTEGER AS hour, count(*)::DOUBLE AS plays, sum(ms)::DOUBLE AS ms
FROM plays
WHERE local_at >= $first::DATE
GROUP BY ALL`;

/** The best tracks, and the number of all. A track is called as the newest of its plays that has a name. */
export const TRACKS = `
WITH ${COUNTED}
SELECT
  track_id AS key,
  sum(plays)::DOUBLE AS plays,
  sum(ms)::DOUBLE AS ms,
  first(track_name ORDER BY CASE WHEN track_key = '' THEN 0 ELSE ended_at END DESC, track_name) AS name,
  (count(*) OVER ())::DOUBLE AS total
FROM counted JOIN recordings USING (recording)
WHERE track_id <> ''
GROUP BY track_id
ORDER BY sum(plays) DESC, sum(ms) DESC, name, key
LIMIT $most::INTEGER`;

/** All artists that have a name: as the newest of their plays spells it, or else the catalogue. */
export const ARTISTS = `
WITH ${COUNTED}, named AS (
  SELECT
    coalesce(any_value(artist_id), '') AS id,
    sum(plays)::DOUBLE AS plays,
    sum(ms)::DOUBLE AS ms,
    first(
      {name: artist_name, key: artist_name_key}
      ORDER BY CASE WHEN names_artist THEN ended_at ELSE 0 END DESC, artist_name
    ) AS shown
  FROM counted JOIN items USING (recording)
  WHERE artist IS NOT NULL
  GROUP BY artist
)
SELECT id, plays, ms, shown.name AS name FROM named WHERE shown.key <> ''`;

/** The best albums, and the number of all that have a name. */
export const ALBUMS = `
WITH ${COUNTED}, named AS (
  SELECT
    coalesce(any_value(album_id), '') AS id,
    sum(plays)::DOUBLE AS plays,
    sum(ms)::DOUBLE AS ms,
    first(
      {name: album_name, key: album_name_key, artist: artist_name}
      ORDER BY CASE WHEN names_album THEN ended_at ELSE 0 END DESC, album_name, artist_name
    ) AS shown
  FROM counted JOIN items USING (recording)
  WHERE album IS NOT NULL
  GROUP BY album
)
SELECT id, plays, ms, shown.name AS name, shown.artist AS artist, (count(*) OVER ())::DOUBLE AS total
FROM named
WHERE shown.key <> ''
ORDER BY plays DESC, ms DESC, name, artist, id
LIMIT $most::INTEGER`;

/**
 * The mean of each audio feature over the plays of tracks that have them; NULL where none has. It is summed in one order,
 * as sums of fractions differ in their last digit by the order.
 */
export const FEATURE_MEANS = `
WITH ${COUNTED}
SELECT ${FEATURES.map((feature) => `sum(plays * ${feature} ORDER BY track_id, plays) / sum(plays) AS ${feature}`).join(', ')}
FROM counted JOIN recordings USING (recording) JOIN features USING (track_id)
WHERE ${FEATURES[0]} IS NOT NULL`;

/** What was played of late, as the plays name it. */
export const RECENT = `
WITH ${COUNTED}
SELECT
  track_id,
  track_name,
  artist_name,
  album_name,
  ended_at::DOUBLE AS ended_at,
  plays::DOUBLE AS plays,
  ms::DOUBLE AS ms
FROM counted JOIN recordings USING (recording)`;
