import { countedItems, type ItemKind, members, rankOrder, shownItems } from '../sql/items';
import { OTHER_RANGE } from '../sql/other-range';

/** How much was played in all, and how many items of a kind that is of. */
export const topTotals = (kind: ItemKind, withFeatures: boolean): string => `
WITH ${members(kind, withFeatures)}
SELECT
  count(*)::DOUBLE AS plays,
  coalesce(sum(ms), 0)::DOUBLE AS ms,
  (
    SELECT count(DISTINCT item) FROM members WHERE recording IN (SELECT recording FROM through)
  )::DOUBLE AS items
FROM through`;

/** A page of all items of a kind, in rank order. */
export const topItems = (kind: ItemKind, measure: 'plays' | 'ms', withFeatures: boolean): string => `
WITH ${shownItems(kind)},${members(kind, withFeatures)},${countedItems()}
SELECT shown.*, plays::DOUBLE AS plays, ms::DOUBLE AS ms, first_at, last_at
FROM counted JOIN shown USING (item)
ORDER BY ${rankOrder(measure)}
LIMIT $limit::INTEGER OFFSET $offset::INTEGER`;

/**
 * What items that are listed in `$items`, which is JSON, were in the range before, and whether they were played in the
 * world before the lens' range.
 */
export const itemsBefore = (kind: ItemKind, measure: 'plays' | 'ms', withFeatures: boolean): string => `
WITH ${shownItems(kind)},${members(kind, withFeatures)},${OTHER_RANGE},${countedItems('other_range')},
listed AS (SELECT unnest(from_json($items, '["VARCHAR"]')) AS item),
ranked AS (
  SELECT item, plays, ms, row_number() OVER (ORDER BY ${rankOrder(measure)}) AS rank
  FROM counted JOIN shown USING (item)
),
played AS (
  SELECT DISTINCT item
  FROM members JOIN listed USING (item)
  WHERE recording IN (SELECT recording FROM world WHERE played_at < epoch_ms($from::BIGINT))
)
SELECT
  listed.item,
  rank::DOUBLE AS rank,
  coalesce(plays, 0)::DOUBLE AS plays,
  coalesce(ms, 0)::DOUBLE AS ms,
  played.item IS NOT NULL AS was_played
FROM listed LEFT JOIN ranked USING (item) LEFT JOIN played USING (item)`;
