/**
 * Tables over the plays through a lens, for `WITH`:
 * - `opening`: each play, with its start, whether it begins a session, and the recording of the play before it.
 * - `in_sessions`: each play with the number of its session, 1 being the first, and its start.
 * - `sessions`: each session.
 * A play begins a session unless it starts at most `$gap_ms` after the end of the play before; plays are in the order of
 * their ends, then of their ids.
 */
export const SESSIONS = `
started AS (
  SELECT *, played_at - to_milliseconds(ms::BIGINT) AS started_at FROM through
),
opening AS (
  SELECT
    *,
    coalesce(started_at > lag(played_at) OVER in_order + to_milliseconds($gap_ms::BIGINT), TRUE) AS is_opening,
    lag(recording) OVER in_order AS former_recording
  FROM started
  WINDOW in_order AS (ORDER BY played_at, id_high, id_low)
),
in_sessions AS (
  SELECT * EXCLUDE (is_opening, former_recording), sum(is_opening::INTEGER) OVER (ORDER BY played_at, id_high, id_low) AS session
  FROM opening
),
sessions AS (
  SELECT
    session,
    min(started_at) AS started_at,
    min(played_at) AS first_played_at,
    max(played_at) AS ended_at,
    epoch_ms(max(played_at)) - epoch_ms(min(started_at)) AS length_ms,
    count(*) AS plays,
    sum(ms) AS ms
  FROM in_sessions
  GROUP BY session
)`;

/** The gap that is meant where none is given. */
export const DEFAULT_GAP_MINUTES = 20;
export const DEFAULT_GAP_MS = DEFAULT_GAP_MINUTES * 60_000;
