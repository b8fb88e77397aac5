import type { Parameters } from '../../columns/user-file';
import type { Range } from '../lens/lens';

/** A table for `WITH`. `other_range`: the plays of the world in another range than the lens', see `otherRange`. */
export const OTHER_RANGE = `
other_range AS (
  SELECT *
  FROM world
  WHERE played_at >= coalesce(epoch_ms($other_from::BIGINT), '-infinity'::TIMESTAMP)
    AND played_at <= coalesce(epoch_ms($other_to::BIGINT), 'infinity'::TIMESTAMP)
)`;

/** The parameters of statements over `other_range`. */
export function otherRange({ from, to }: Range): Parameters {
  return { other_from: from, other_to: to };
}
