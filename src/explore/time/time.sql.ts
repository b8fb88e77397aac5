import { countedItems, members, rankOrder, shownItems, type ItemKind } from '../sql/items';
import { PLAY_ID } from '../sql/plays';
import { LABEL_SQL, type Step } from '../lens/steps';

const COUNTS = `count(*)::DOUBLE AS plays, coalesce(sum(ms), 0)::DOUBLE AS ms`;

/** By weekday, 1 Monday to 7 Sunday, and hour of the clock. */
export const CLOCK = `
SELECT isodow(local_at)::INTEGER AS weekday, hour(local_at)::INTEGER AS hour, ${COUNTS}
FROM through
GROUP BY ALL`;

export const YEARS = `
SELECT year(local_at)::INTEGER AS year, ${COUNTS}
FROM through
GROUP BY ALL
ORDER BY year DESC`;

/** The day within `$first` and `$last` that a day counts for: one that lies outside by its clock, for the nearest. */
export const bucketDay = (day: string): string => `greatest($first::DATE, least($last::DATE, ${day}))`;

/** The table `bucketed` for `WITH`: the plays through the lens, each with the day that it counts for. */
export const BUCKETED = `
bucketed AS (
  SELECT *, ${bucketDay('day')} AS bucket_day FROM through
)`;

/** By bucket. */
export const bucketSums = (step: Step): string => `
WITH ${BUCKETED}
SELECT ${LABEL_SQL[step]} AS label, ${COUNTS}
FROM bucketed
GROUP BY ALL`;

/** The best of a kind of items: `ItemRow` with `plays` and `ms`, in rank order. */
export const bestItems = (kind: ItemKind, measure: 'plays' | 'ms', withFeatures: boolean): string => `
WITH ${shownItems(kind)},${members(kind, withFeatures)},${countedItems()}
SELECT shown.*, plays::DOUBLE AS plays, ms::DOUBLE AS ms
FROM counted JOIN shown USING (item)
ORDER BY ${rankOrder(measure)}
LIMIT $top::INTEGER`;

/** By bucket and item, of those that are listed in `$items`, which is JSON. */
export const bucketItems = (step: Step, kind: ItemKind, withFeatures: boolean): string => `
WITH ${BUCKETED},${members(kind, withFeatures)},
listed AS (SELECT unnest(from_json($items, '["VARCHAR"]')) AS item)
SELECT item, ${LABEL_SQL[step]} AS label, ${COUNTS}
FROM bucketed JOIN members USING (recording) JOIN listed USING (item)
GROUP BY ALL`;

/** By bucket, of plays of which no item is listed. */
export const bucketOthers = (step: Step, kind: ItemKind, withFeatures: boolean): string => `
WITH ${BUCKETED},${members(kind, withFeatures)},
listed AS (SELECT unnest(from_json($items, '["VARCHAR"]')) AS item)
SELECT ${LABEL_SQL[step]} AS label, ${COUNTS}
FROM bucketed
WHERE recording NOT IN (SELECT recording FROM members JOIN listed USING (item))
GROUP BY ALL`;

/** By bucket and source. */
export const bucketSources = (step: Step): string => `
WITH ${BUCKETED}
SELECT source AS item, ${LABEL_SQL[step]} AS label, ${COUNTS}
FROM bucketed
GROUP BY ALL`;

/** Days of a year with a play. */
export const CALENDAR = `
SELECT strftime(day, '%Y-%m-%d') AS date, ${COUNTS}
FROM through
WHERE year(day) = $year::INTEGER
GROUP BY ALL`;

/** Tables over `chosen`, `members` and `shown` for `WITH`, and the best item of each bucket: `ItemRow` with `bucket`. */
export const bestBy = (bucket: string, measure: 'plays' | 'ms'): string => `
counted AS (
  SELECT ${bucket} AS bucket, recording, count(*) AS plays, sum(ms) AS ms FROM chosen GROUP BY ALL
),
ranked AS (
  SELECT bucket, shown.*, sum(plays)::DOUBLE AS plays, sum(ms)::DOUBLE AS ms
  FROM counted JOIN members USING (recording) JOIN shown USING (item)
  GROUP BY ALL
)
SELECT *
FROM ranked
QUALIFY row_number() OVER (PARTITION BY bucket ORDER BY ${rankOrder(measure)}) = 1`;

/** The best artist of each day of a year: `ItemRow` with `bucket`, a date. */
export const calendarArtists = (measure: 'plays' | 'ms'): string => `
WITH ${shownItems('artists')},${members('artists')},
chosen AS (SELECT * FROM through WHERE year(day) = $year::INTEGER),${bestBy(`strftime(day, '%Y-%m-%d')`, measure)}`;

const ON_DAY = `strftime(day, '%m-%d') = $date`;

/** Years with a play on a day, and the first play of each by its id. */
export const ON_THIS_DAY = `
SELECT
  year(day)::INTEGER AS year,
  ${COUNTS},
  first(${PLAY_ID} ORDER BY played_at, id_high, id_low) AS first_play
FROM through
WHERE ${ON_DAY}
GROUP BY ALL
ORDER BY year DESC`;

/** The best track of each of these years: `ItemRow` with `bucket`, the year. */
export const onThisDayTracks = (measure: 'plays' | 'ms'): string => `
WITH ${shownItems('tracks')},${members('tracks')},
chosen AS (SELECT * FROM through WHERE ${ON_DAY}),${bestBy('year(day)::INTEGER', measure)}`;

/** Cells of a chart of days by time of day. */
export const SCATTER = `
WITH placed AS (
  SELECT
    date_diff('day', $first::DATE, greatest($first::DATE, least($last::DATE, day))) // $days_per_column::INTEGER AS x,
    (hour(local_at) * 60 + minute(local_at)) // $minutes_per_row::INTEGER AS y,
    ms
  FROM through
)
SELECT x::DOUBLE AS x, y::DOUBLE AS y, ${COUNTS}
FROM placed
GROUP BY ALL
ORDER BY x, y`;
