/** The table `page` for `WITH`: rows of `listed`, which its column `rank` numbers from 1, by `$limit` and `$offset`. */
export const PAGE = `
page AS MATERIALIZED (
  SELECT * FROM listed WHERE rank > $offset::INTEGER AND rank <= $offset::INTEGER + $limit::INTEGER
)`;

/**
 * Selects the rows of a table, each beside the `total` of all that are listed. If it has none, one row has nothing but that.
 * @param table has a column `rank`, as DOUBLE
 */
export const besideTotal = (table: string): string => `
SELECT totals.total, ${table}.*
FROM (SELECT count(*)::DOUBLE AS total FROM listed) AS totals LEFT JOIN ${table} ON TRUE
ORDER BY rank`;

/** A row of these, which is null in all columns but `total` if there is nothing. */
export interface PageRow extends Record<string, unknown> {
  total: number;
  rank: number | null;
}

/** The rows that there are, and how many are listed in all. */
export function pageOf<R extends PageRow>(rows: readonly R[]): { total: number; listed: (R & { rank: number })[] } {
  return {
    total: rows[0]?.total ?? 0,
    listed: rows.filter((row): row is R & { rank: number } => row.rank !== null),
  };
}
