import { countedItems, type ItemKind, members, rankOrder, shownItems } from '../sql/items';
import { OTHER_RANGE } from '../sql/other-range';

type Measure = 'plays' | 'ms';

const BOTH = `${OTHER_RANGE},${countedItems()},${countedItems('other_range', 'other_counted')}`;

/** The order of items by what they are in the other range. */
const OTHER_ORDER: Record<Measure, string> = {
  plays: 'other_plays DESC, other_ms DESC, name, id',
  ms: 'other_ms DESC, other_plays DESC, name, id',
};

/**
 * What has changed between the ranges: `ItemRow` with counts of both and the name of its list, in order. `$whole` and
 * `$other_whole` are the measure's. How shares have changed is counted in whole numbers, so that equals are equal.
 */
export const comparedItems = (kind: ItemKind, measure: Measure): string => `
WITH ${shownItems(kind)},${members(kind)},${BOTH},
wholes AS (
  SELECT greatest($whole::HUGEINT, 1) AS whole, greatest($other_whole::HUGEINT, 1) AS other_whole
),
compared AS MATERIALIZED (
  SELECT
    shown.*,
    coalesce(counted.plays, 0)::HUGEINT AS plays,
    coalesce(counted.ms, 0)::HUGEINT AS ms,
    coalesce(other_counted.plays, 0)::HUGEINT AS other_plays,
    coalesce(other_counted.ms, 0)::HUGEINT AS other_ms,
    coalesce(counted.${measure}, 0) * other_whole - coalesce(other_counted.${measure}, 0) * whole AS change,
    change::DOUBLE / (whole * other_whole)::DOUBLE AS share_change
  FROM counted FULL JOIN other_counted USING (item) JOIN shown USING (item), wholes
),
risers AS (
  SELECT 'risers' AS list, *
  FROM compared
  WHERE plays > 0 AND other_plays > 0 AND change > 0
  ORDER BY change DESC, ${rankOrder(measure)}
  LIMIT $limit::INTEGER
),
fallers AS (
  SELECT 'fallers' AS list, *
  FROM compared
  WHERE plays > 0 AND other_plays > 0 AND change < 0
  ORDER BY change, ${rankOrder(measure)}
  LIMIT $limit::INTEGER
),
new AS (
  SELECT 'new' AS list, * FROM compared WHERE other_plays = 0 ORDER BY ${rankOrder(measure)} LIMIT $limit::INTEGER
),
gone AS (
  SELECT 'gone' AS list, *, row_number() OVER (ORDER BY ${OTHER_ORDER[measure]}) AS place
  FROM compared
  WHERE plays = 0
  ORDER BY place
  LIMIT $limit::INTEGER
)
SELECT * EXCLUDE (change, place) REPLACE (
  plays::DOUBLE AS plays,
  ms::DOUBLE AS ms,
  other_plays::DOUBLE AS other_plays,
  other_ms::DOUBLE AS other_ms
)
FROM (
  SELECT *, 0 AS place FROM risers
  UNION ALL SELECT *, 0 FROM fallers
  UNION ALL SELECT *, 0 FROM new
  UNION ALL SELECT * FROM gone
)
ORDER BY
  list,
  CASE list WHEN 'risers' THEN -change WHEN 'fallers' THEN change END,
  ${rankOrder(measure, 'place, name, id')}`;

/** The cosine of both ranges' sums by artist; NULL if one is empty. */
export const rangeSimilarity = (measure: Measure): string => `
WITH ${members('artists')},${BOTH},
sums AS (
  SELECT counted.${measure}::HUGEINT AS x, other_counted.${measure}::HUGEINT AS y
  FROM counted FULL JOIN other_counted USING (item)
)
SELECT sum(x * y)::DOUBLE / nullif(sqrt(sum(x * x)::DOUBLE * sum(y * y)::DOUBLE), 0) AS similarity
FROM sums`;

/** The same cosine of each two years that have an artist in common. */
export const yearSimilarities = (measure: Measure): string => `
WITH ${members('artists')},
per_recording AS (
  SELECT year(local_at)::INTEGER AS year, recording, ${measure === 'plays' ? 'count(*)' : 'sum(ms)'} AS x
  FROM through
  GROUP BY ALL
),
sums AS MATERIALIZED (
  SELECT year, item, sum(x)::HUGEINT AS x FROM per_recording JOIN members USING (recording) GROUP BY ALL
),
squares AS (
  SELECT year, sum(x * x)::DOUBLE AS square FROM sums GROUP BY year
),
products AS (
  SELECT a.year AS year, b.year AS other, sum(a.x * b.x)::DOUBLE AS product
  FROM sums AS a JOIN sums AS b USING (item)
  WHERE a.year < b.year
  GROUP BY ALL
)
SELECT p.year AS year, p.other AS other, product / nullif(sqrt(s.square * t.square), 0) AS similarity
FROM products AS p JOIN squares AS s ON s.year = p.year JOIN squares AS t ON t.year = p.other`;
