import { LABEL_SQL } from '../lens/steps';
import { BUCKETED } from '../time/time.sql';

/** By month and origin, within `$first` and `$last`. */
export const MONTHS = `
WITH ${BUCKETED}
SELECT
  ${LABEL_SQL.month} AS label,
  origin,
  count(*)::DOUBLE AS play_count,
  coalesce(sum(ms), 0)::DOUBLE AS total_ms,
  (count(*) FILTER (reports >= 2))::DOUBLE AS merged_count,
  (count(*) FILTER (NOT measured))::DOUBLE AS assumed_count
FROM bucketed
GROUP BY ALL
ORDER BY play_count DESC, origin`;

/** From which to which local day each origin has reported plays, whatever the lens is. */
export const SPANS = `
SELECT
  strftime(min(local_at::DATE), '%Y-%m-%d') AS first,
  strftime(max(local_at::DATE), '%Y-%m-%d') AS last
FROM here
GROUP BY origin`;
