import { LABEL_SQL, type Step } from '../lens/steps';
import { type ItemKind, members, rankOrder, shownItems } from '../sql/items';
import { BUCKETED } from '../time/time.sql';

/** The ranks of items that are listed in `$items`, which is JSON, among all items of each bucket. */
export const bucketRanks = (
  step: Step,
  kind: ItemKind,
  { measure, withFeatures }: { measure: 'plays' | 'ms'; withFeatures: boolean },
): string => `
WITH ${BUCKETED},${shownItems(kind)},${members(kind, withFeatures)},
-- Numbers in the order of names: there are many rows to rank.
placed AS MATERIALIZED (
  SELECT item, row_number() OVER (ORDER BY name, id)::INTEGER AS place FROM shown
),
places AS (
  SELECT recording, place FROM members JOIN placed USING (item)
),
counted AS (
  SELECT date_trunc('${step}', bucket_day) AS bucket_day, place, count(*) AS plays, sum(ms::DOUBLE) AS ms
  FROM bucketed JOIN places USING (recording)
  GROUP BY ALL
),
ranked AS (
  SELECT bucket_day, place, plays, row_number() OVER (PARTITION BY bucket_day ORDER BY ${rankOrder(measure, 'place')}) AS rank
  FROM counted
)
SELECT item, ${LABEL_SQL[step]} AS label, plays::DOUBLE AS plays, rank::DOUBLE AS rank
FROM ranked JOIN placed USING (place)
WHERE item IN (SELECT unnest(from_json($items, '["VARCHAR"]')))`;
