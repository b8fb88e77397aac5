import { ITEM_DAYS, numberedItems } from '../sql/numbered-items';
import { besideTotal } from '../sql/page';
import { DAY_RUNS } from '../sql/streaks';

/** What streaks are of. */
export const STREAK_KINDS = ['days', 'artists', 'tracks'] as const;
export type StreakKind = (typeof STREAK_KINDS)[number];

/** How many of those that go on are listed beside the page. */
export const MOST_CURRENT = 10;

/** `runs`: the longest runs of two days in a row or more with a play of one item. */
const itemRuns = (kind: Exclude<StreakKind, 'days'>): string => `${numberedItems(kind)},${ITEM_DAYS},
item_runs AS (
  SELECT number, min(day) AS first_day, max(day) AS last_day, count(*) AS days, sum(plays) AS plays, sum(ms) AS ms
  FROM (SELECT *, day - (row_number() OVER (PARTITION BY number ORDER BY day))::INTEGER AS run FROM item_days)
  GROUP BY number, run
  HAVING count(*) > 1
),
runs AS (
  SELECT item_runs.* EXCLUDE (number), id, item
  FROM item_runs JOIN (SELECT number, id, shown AS item FROM numbered_shown AS shown) USING (number)
)`;

const dayRuns = `${DAY_RUNS},
runs AS (SELECT *, '' AS id, NULL AS item FROM day_runs)`;

/**
 * Streaks of a page, and the first of those that go on by `$today`, which have a `current_rank`. Each row has the number of
 * all streaks, and one has nothing else if there are none of these.
 */
export const streakPage = (of: StreakKind): string => `
WITH ${of === 'days' ? dayRuns : itemRuns(of)},
marked AS (
  SELECT *, last_day IN ($today::DATE, $today::DATE - 1) AS is_current FROM runs
),
listed AS MATERIALIZED (
  SELECT
    *,
    row_number() OVER (ORDER BY days DESC, plays DESC, last_day DESC, id) AS rank,
    CASE WHEN is_current
      THEN row_number() OVER (PARTITION BY is_current ORDER BY days DESC, plays DESC, last_day DESC, id)
    END AS current_rank
  FROM marked
),
wanted AS (
  SELECT
    rank::DOUBLE AS rank,
    current_rank::DOUBLE AS current_rank,
    is_current,
    item,
    strftime(first_day, '%Y-%m-%d') AS first_day,
    strftime(last_day, '%Y-%m-%d') AS last_day,
    days::DOUBLE AS days,
    plays::DOUBLE AS plays,
    ms::DOUBLE AS ms
  FROM listed
  WHERE (rank > $offset::INTEGER AND rank <= $offset::INTEGER + $limit::INTEGER) OR current_rank <= ${MOST_CURRENT}
)${besideTotal('wanted')}`;
