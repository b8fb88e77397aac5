import { LABEL_SQL, type Step } from '../lens/steps';
import { DISCOVERED } from '../sql/discovered';
import { members, rankOrder, shownItems, type ItemKind } from '../sql/items';
import { bucketDay, BUCKETED } from '../time/time.sql';

/** Each discovered item with the label of the bucket of its first play. */
const labelled = (step: Step): string => `
labelled AS (
  SELECT *, ${LABEL_SQL[step]} AS label
  FROM (SELECT *, ${bucketDay('local_at::DATE')} AS bucket_day FROM discovered)
)`;

/** How many items were discovered in each bucket. */
export const bucketDiscoveries = (kind: ItemKind, step: Step, withFeatures: boolean): string => `
WITH ${members(kind, withFeatures)},${DISCOVERED},${labelled(step)}
SELECT label, count(*)::DOUBLE AS discovered
FROM labelled
GROUP BY ALL`;

/** A page of the discovered items, newest first: `ItemRow` with `plays`, `ms`, `first_played_at` and `total`, the number of all. */
export const discoveredItems = (kind: ItemKind, measure: 'plays' | 'ms', withFeatures: boolean): string => `
WITH ${shownItems(kind)},${members(kind, withFeatures)},${DISCOVERED}
SELECT shown.*, plays::DOUBLE AS plays, ms::DOUBLE AS ms, first_played_at, count(*) OVER ()::DOUBLE AS total
FROM discovered JOIN shown USING (item)
ORDER BY first_played_at DESC, ${rankOrder(measure)}
LIMIT $limit::INTEGER OFFSET $offset::INTEGER`;

/**
 * By quarter of discovery: how many items were discovered, and for each number of days how many of these were discovered
 * so long before `$today` (`old_N`), and how many of those were still played so long after their first play (`kept_N`).
 */
export const funnel = (kind: ItemKind, afterDays: readonly number[]): string => `
WITH ${members(kind)},${DISCOVERED},${labelled('quarter')},
lasts AS (
  SELECT item, arg_max(last_day, last_at) AS last_day
  FROM (SELECT recording, max(played_at) AS last_at, arg_max(day, played_at) AS last_day FROM world GROUP BY recording)
  JOIN members USING (recording)
  GROUP BY item
),
spans AS (
  SELECT label, $today::DATE - local_at::DATE AS age, last_day - local_at::DATE AS span
  FROM labelled JOIN lasts USING (item)
)
SELECT
  label,
  ${afterDays
    .map(
      (days) => `count(*) FILTER (age >= ${days})::DOUBLE AS old_${days},
  count(*) FILTER (age >= ${days} AND span >= ${days})::DOUBLE AS kept_${days},`,
    )
    .join('\n  ')}
  count(*)::DOUBLE AS discovered
FROM spans
GROUP BY label`;

/** By `label`, of the artists of `played`, whose plays or ms are x: the sums that `diversityOf` needs. */
const mixes = (measure: 'plays' | 'ms'): string => `
sums AS (
  SELECT label, item, sum(${measure})::BIGINT AS x FROM played JOIN members USING (recording) GROUP BY ALL
),
placed AS (
  SELECT *, row_number() OVER (PARTITION BY label ORDER BY x) AS place FROM sums
)
SELECT
  placed.label AS label,
  count(*)::DOUBLE AS artists,
  count(*) FILTER (labelled.label = placed.label)::DOUBLE AS discovered,
  sum(x)::DOUBLE AS x_sum,
  sum(place * x)::DOUBLE AS place_x_sum,
  sum(x * ln(greatest(x, 1))) AS x_ln_x_sum
FROM placed LEFT JOIN labelled USING (item)
GROUP BY placed.label`;

/** The artists of each bucket. */
export const bucketMixes = (step: Step, measure: 'plays' | 'ms'): string => `
WITH ${BUCKETED},${members('artists')},${DISCOVERED},${labelled(step)},
played AS (
  SELECT ${LABEL_SQL[step]} AS label, recording, 1 AS plays, ms FROM bucketed
),${mixes(measure)}`;

/** The artists of the whole range. */
export const wholeMix = (measure: 'plays' | 'ms'): string => `
WITH ${members('artists')},${DISCOVERED},
labelled AS (SELECT item, '' AS label FROM discovered),
played AS (SELECT '' AS label, recording, plays, ms FROM counted),${mixes(measure)}`;

/**
 * A page of the items that are not played any more by `$end_day`, as their days with plays were, by plays: `ItemRow` with
 * `plays`, `ms` and `total`, the number of all.
 */
export const forgottenItems = (kind: ItemKind): string => `
WITH ${shownItems(kind)},${members(kind)},
counted AS (
  SELECT recording, count(*) AS plays, sum(ms) AS ms, max(played_at) AS last_at, max(day) AS last_day
  FROM through
  GROUP BY recording
),
left_alone AS MATERIALIZED (
  SELECT
    item,
    row_number() OVER () AS number,
    sum(plays) AS plays,
    sum(ms) AS ms,
    max(last_at) AS last_played_at,
    $end_day::DATE - max(last_day) AS gap_days
  FROM counted JOIN members USING (recording)
  GROUP BY item
  HAVING gap_days > 90 AND sum(plays) >= 5
),
numbered AS (
  SELECT recording, number FROM members JOIN left_alone USING (item)
),
item_days AS (
  SELECT DISTINCT number, day FROM through JOIN numbered USING (recording)
),
gaps AS (
  SELECT number, day - lag(day) OVER (PARTITION BY number ORDER BY day) AS gap FROM item_days
),
habits AS (
  SELECT number, count(*) AS listening_days, quantile_disc(gap, 0.9) AS usual_gap_days
  FROM gaps
  GROUP BY number
  HAVING count(*) >= 5
)
SELECT
  shown.*,
  plays::DOUBLE AS plays,
  ms::DOUBLE AS ms,
  listening_days::DOUBLE AS listening_days,
  last_played_at,
  gap_days::DOUBLE AS gap_days,
  usual_gap_days::DOUBLE AS usual_gap_days,
  count(*) OVER ()::DOUBLE AS total
FROM left_alone JOIN habits USING (number) JOIN shown USING (item)
WHERE gap_days > 3 * usual_gap_days
ORDER BY ${rankOrder('plays')}
LIMIT $limit::INTEGER OFFSET $offset::INTEGER`;
