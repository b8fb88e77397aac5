import { rankOrder } from '../sql/items';
import { ITEM_DAYS, numberedItems } from '../sql/numbered-items';
import { besideTotal, PAGE } from '../sql/page';

/** What seasons are of. */
export const SEASON_KINDS = ['tracks', 'artists'] as const;
export type SeasonKind = (typeof SEASON_KINDS)[number];

const FEWEST_PLAYS = 20;
const FEWEST_YEARS = 3;
const HIGHEST_P_VALUE = 0.001;
/** How many days from the middle of its season a year's plays of an item may lie. */
const DAYS_AROUND = 45;
/** Sums of sines and cosines in another order differ by less. */
const TOLERANCE = 1e-9;

/**
 * A page of the items that were mostly played at one time of the year: `ItemRow` with what is said of their seasons.
 * `mean_day` is counted from 0 in a year of 365 days. The p-value is that of the Rayleigh test for uniformity on a circle,
 * by the approximation in Zar, Biostatistical Analysis (1999), page 617.
 */
export const seasonPage = (kind: SeasonKind, measure: 'plays' | 'ms'): string => `
WITH ${numberedItems(kind)},${ITEM_DAYS},
played_often AS MATERIALIZED (
  SELECT
    number,
    count(*) AS listening_days,
    count(DISTINCT year(day)) AS years,
    sum(plays) AS plays,
    sum(ms) AS ms
  FROM item_days
  GROUP BY number
  HAVING sum(plays) >= ${FEWEST_PLAYS} AND count(DISTINCT year(day)) >= ${FEWEST_YEARS}
),
angles AS MATERIALIZED (
  SELECT number, year(day) AS year, 2 * pi() * (dayofyear(day) - 0.5) / dayofyear(make_date(year(day), 12, 31)) AS angle
  FROM item_days
  WHERE number IN (SELECT number FROM played_often)
),
vectors AS (
  SELECT number, count(*) AS n, sum(cos(angle)) AS x, sum(sin(angle)) AS y FROM angles GROUP BY number
),
directions AS (
  SELECT
    number,
    n,
    least(sqrt(x * x + y * y) / n, 1) AS strength,
    CASE WHEN atan2(y, x) < 0 THEN atan2(y, x) + 2 * pi() ELSE atan2(y, x) END AS mean_angle
  FROM vectors
),
tested AS (
  SELECT
    *,
    exp(sqrt(1 + 4 * n + 4 * n * n * (1 - strength * strength)) - (1 + 2 * n)) AS p_value
  FROM directions
),
near_mean AS (
  SELECT number
  FROM angles JOIN tested USING (number)
  WHERE p_value < ${HIGHEST_P_VALUE}
    AND least(abs(angle - mean_angle), 2 * pi() - abs(angle - mean_angle))
      <= 2 * pi() * ${DAYS_AROUND} / 365 + ${TOLERANCE}
  GROUP BY number
  HAVING count(DISTINCT year) >= ${FEWEST_YEARS}
),
listed AS MATERIALIZED (
  SELECT
    shown.* EXCLUDE (number),
    plays::DOUBLE AS plays,
    ms::DOUBLE AS ms,
    listening_days::DOUBLE AS listening_days,
    years::DOUBLE AS years,
    (floor(mean_angle / (2 * pi()) * 365 + ${TOLERANCE}) % 365)::DOUBLE AS mean_day,
    strength,
    p_value,
    row_number() OVER (ORDER BY round(strength, 9) DESC, ${rankOrder(measure)})::DOUBLE AS rank
  FROM tested
  JOIN near_mean USING (number)
  JOIN played_often USING (number)
  JOIN numbered_shown AS shown USING (number)
),${PAGE}${besideTotal('page')}`;
