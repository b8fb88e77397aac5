/**
 * A table over the plays through a lens, for `WITH`. `day_runs`: the longest runs of days in a row with a play.
 */
export const DAY_RUNS = `
played_days AS (
  SELECT day, count(*) AS plays, sum(ms) AS ms FROM through GROUP BY day
),
day_runs AS (
  SELECT min(day) AS first_day, max(day) AS last_day, count(*) AS days, sum(plays) AS plays, sum(ms) AS ms
  FROM (SELECT *, day - (row_number() OVER (ORDER BY day))::INTEGER AS run FROM played_days)
  GROUP BY run
)`;
