import { rankOrder } from '../sql/items';
import { numberedItems } from '../sql/numbered-items';
import { besideTotal, PAGE } from '../sql/page';

/** What obsessions are with. */
export const OBSESSION_KINDS = ['tracks', 'artists'] as const;
export type ObsessionKind = (typeof OBSESSION_KINDS)[number];

/** How far apart the first and the last of the plays of a hot group may be. */
const MOST_DAYS_APART = 6;

/**
 * `item_plays`: the plays of items, numbered in their order by `place`.
 * `bursts`: `$min_plays` plays in a row within a week are a hot group, which `hot` has by its first play. Those that share
 * a play are one burst, from `first_place` to `last_place`.
 */
const BURSTS = `
played_often AS (
  SELECT number FROM through JOIN numbered USING (recording) GROUP BY number HAVING count(*) >= $min_plays::INTEGER
),
item_plays AS MATERIALIZED (
  SELECT
    number,
    played_at,
    day,
    ms,
    row_number() OVER in_order AS place,
    lead(day, $min_plays::INTEGER - 1) OVER in_order AS last_day
  FROM through JOIN numbered USING (recording)
  WHERE number IN (SELECT number FROM played_often)
  WINDOW in_order AS (PARTITION BY number ORDER BY played_at, id_high, id_low)
),
hot AS (
  SELECT
    number,
    place,
    coalesce(place - lag(place) OVER (PARTITION BY number ORDER BY place) >= $min_plays::INTEGER, TRUE) AS is_opening
  FROM item_plays
  WHERE last_day - day <= ${MOST_DAYS_APART}
),
hot_of_bursts AS (
  SELECT *, sum(is_opening::INTEGER) OVER (PARTITION BY number ORDER BY place) AS burst FROM hot
),
bursts AS (
  SELECT number, burst, min(place) AS first_place, max(place) + $min_plays::INTEGER - 1 AS last_place
  FROM hot_of_bursts
  GROUP BY number, burst
),
burst_plays AS MATERIALIZED (
  SELECT number, burst, place, played_at, day, ms
  FROM (SELECT *, place AS first_place FROM item_plays) ASOF JOIN bursts USING (number, first_place)
  WHERE place <= last_place
)`;

/** `half_lives`: after how many days from its peak half of the plays after that were played, by burst of the page. */
const HALF_LIVES = `
burst_days AS (
  SELECT number, burst, day, count(*) AS plays FROM burst_plays SEMI JOIN page USING (number, burst) GROUP BY ALL
),
peaks AS (
  SELECT number, burst, first(day ORDER BY plays DESC, day) AS peak_day, max(plays) AS peak_plays
  FROM burst_days
  GROUP BY number, burst
),
after_peaks AS (
  SELECT
    number,
    burst,
    day - peak_day AS days_after,
    row_number() OVER (PARTITION BY number, burst ORDER BY place) AS nth,
    count(*) OVER (PARTITION BY number, burst) AS of_n
  FROM burst_plays JOIN peaks USING (number, burst)
  WHERE day > peak_day
),
half_lives AS (
  SELECT number, burst, days_after AS half_life_days FROM after_peaks WHERE nth = (of_n + 1) // 2
)`;

/** A page of obsessions: `ItemRow` with what is said of the burst; `plays_meanwhile` counts those of all items. */
export const obsessionPage = (kind: ObsessionKind, measure: 'plays' | 'ms'): string => `
WITH ${numberedItems(kind)},${BURSTS},
counted AS (
  SELECT
    number,
    burst,
    min(played_at) AS started_at,
    max(played_at) AS ended_at,
    max(day) - min(day) + 1 AS days,
    count(*) AS plays,
    sum(ms) AS ms
  FROM burst_plays
  GROUP BY number, burst
),
listed AS MATERIALIZED (
  SELECT
    counted.*,
    shown.* EXCLUDE (number),
    row_number() OVER (ORDER BY plays DESC, ended_at DESC, ${rankOrder(measure)}) AS rank
  FROM counted JOIN numbered_shown AS shown USING (number)
),${PAGE},${HALF_LIVES},
meanwhile AS (
  SELECT rank, count(*) AS plays_meanwhile
  FROM page JOIN through ON played_at BETWEEN started_at AND ended_at
  GROUP BY rank
),
obsessions AS (
  SELECT
    page.* EXCLUDE (number, burst) REPLACE (
      rank::DOUBLE AS rank,
      days::DOUBLE AS days,
      plays::DOUBLE AS plays,
      ms::DOUBLE AS ms
    ),
    strftime(peak_day, '%Y-%m-%d') AS peak_day,
    peak_plays::DOUBLE AS peak_plays,
    plays_meanwhile::DOUBLE AS plays_meanwhile,
    coalesce(half_life_days, 0)::DOUBLE AS half_life_days
  FROM page
  JOIN meanwhile USING (rank)
  JOIN peaks USING (number, burst)
  LEFT JOIN half_lives USING (number, burst)
)${besideTotal('obsessions')}`;
