/**
 * Selects a page of the table `listed`, whose column `rank` numbers its rows from 1, by `$limit` and `$offset`. Each row
 * has the `total` of all rows; where the page is empty one row has nothing but that.
 */
export const PAGE = `
SELECT totals.total, page.* REPLACE (page.rank::DOUBLE AS rank)
FROM (SELECT count(*)::DOUBLE AS total FROM listed) AS totals
LEFT JOIN (
  SELECT * FROM listed WHERE rank > $offset::INTEGER AND rank <= $offset::INTEGER + $limit::INTEGER
) AS page ON TRUE
ORDER BY page.rank`;

/** What a row of a page is, which is null in all columns but `total` if the page is empty. */
export interface PageRow extends Record<string, unknown> {
  total: number;
  rank: number | null;
}

/** The rows of a page, and how many there are on all pages. */
export function pageOf<R extends PageRow>(rows: readonly R[]): { total: number; listed: (R & { rank: number })[] } {
  return {
    total: rows[0]?.total ?? 0,
    listed: rows.filter((row): row is R & { rank: number } => row.rank !== null),
  };
}
