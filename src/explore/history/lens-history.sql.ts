import type { Parameters } from '../../columns/user-file';
import type { PlayFilter } from '../../history/listing/history-filter.service';

const AT: Record<string, string> = { $gte: '>=', $lte: '<=', $lt: '<' };

/** `matching`: the plays through the lens that also meet a filter of the history. */
export interface MatchingPlays {
  total: string;
  /** The ids of a page, newest plays first, with `$skip` and `$limit`. */
  page: string;
  parameters: Parameters;
}

/** Nothing of the filter gets into the text: names and times are bound as parameters. */
export function matchingPlays({ artist_key, track_key, played_at = {} }: PlayFilter): MatchingPlays {
  const parameters: Parameters = {};
  const conditions: string[] = [];
  for (const [column, term] of Object.entries({ artist_key, track_key })) {
    if (term === undefined) continue;
    parameters[`own_${column}`] = typeof term === 'string' ? term : term.$regex.source;
    conditions.push(
      typeof term === 'string' ? `${column} = $own_${column}` : `regexp_matches(${column}, $own_${column})`,
    );
  }
  for (const [index, [operator, time]] of Object.entries(played_at).entries()) {
    parameters[`own_time_${index}`] = time.getTime();
    conditions.push(`played_at ${AT[operator]} epoch_ms($own_time_${index}::BIGINT)`);
  }
  const matching = `
WITH matching AS (
  SELECT played_at, id_high, id_low
  FROM through JOIN recordings USING (recording)
  ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}
)`;
  return {
    total: `${matching}
SELECT count(*)::DOUBLE AS total FROM matching`,
    page: `${matching}
SELECT lower(printf('%016x%08x', id_high, id_low)) AS id
FROM matching
ORDER BY played_at DESC, id_high DESC, id_low DESC
LIMIT $limit::BIGINT OFFSET $skip::BIGINT`,
    parameters,
  };
}
