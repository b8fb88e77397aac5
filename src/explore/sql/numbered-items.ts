import { type ItemKind, members, shownItems } from './items';

/**
 * Tables for `WITH`:
 * - `shown`: see `shownItems`.
 * - `numbered`: of which item each recording is. To group plays by numbers takes half as long as by texts.
 * - `numbered_shown`: `shown` with these numbers.
 * @param kind one of which a recording has one item at most
 */
export const numberedItems = (kind: Exclude<ItemKind, 'genres'>): string => `${shownItems(kind)},${members(kind)},
numbered AS MATERIALIZED (
  SELECT recording, item, dense_rank() OVER (ORDER BY item)::UINTEGER AS number FROM members
),
numbered_shown AS (
  SELECT number, shown.* FROM shown JOIN (SELECT DISTINCT item, number FROM numbered) USING (item)
)`;

/** The table `item_days` for `WITH`, over these: the plays of each item on each day. */
export const ITEM_DAYS = `
item_days AS (
  SELECT number, day, count(*) AS plays, sum(ms) AS ms FROM through JOIN numbered USING (recording) GROUP BY ALL
)`;
