import { DISCOVERED } from '../sql/discovered';
import { type ItemKind, members, rankOrder, shownItems } from '../sql/items';
import { PLAY_ID } from '../sql/plays';
import { bestBy } from '../time/time.sql';

/** The best item of each month: `ItemRow` with `bucket`, the label of the month. */
export const monthlyBest = (kind: ItemKind, measure: 'plays' | 'ms'): string => `
WITH ${shownItems(kind)},${members(kind)},
chosen AS (SELECT * FROM through),${bestBy(`strftime(day, '%Y-%m')`, measure)}`;

/** The day with most plays, or most time. */
export const bestDay = (measure: 'plays' | 'ms'): string => `
SELECT strftime(day, '%Y-%m-%d') AS date, count(*)::DOUBLE AS plays, sum(ms)::DOUBLE AS ms
FROM through
GROUP BY day
ORDER BY ${measure} DESC, day
LIMIT 1`;

/** The best artist of the day `$day`: `ItemRow` with `bucket`, the day. */
export const dailyBest = (measure: 'plays' | 'ms'): string => `
WITH ${shownItems('artists')},${members('artists')},
chosen AS (SELECT * FROM through WHERE day = $day::DATE),${bestBy(`strftime(day, '%Y-%m-%d')`, measure)}`;

/** The best of the artists that were discovered: `ItemRow` with `plays`, `ms` and `first_played_at`. */
export const newArtists = (measure: 'plays' | 'ms', withFeatures: boolean): string => `
WITH ${shownItems('artists')},${members('artists', withFeatures)},${DISCOVERED}
SELECT shown.*, plays::DOUBLE AS plays, ms::DOUBLE AS ms, first_played_at
FROM discovered JOIN shown USING (item)
ORDER BY ${rankOrder(measure)}
LIMIT 5`;

/** The ids of the first play and of the last; no row without a play. */
export const EDGE_PLAYS = `
SELECT
  first(${PLAY_ID} ORDER BY played_at, id_high, id_low) AS first_play,
  first(${PLAY_ID} ORDER BY played_at DESC, id_high DESC, id_low DESC) AS last_play
FROM through
HAVING count(*) > 0`;
