/** What statements count of plays. */
export interface Counts extends Record<string, unknown> {
  plays: number;
  /** Counted time. */
  ms: number;
}

/** The same as responses name it. */
export function countsOf({ plays, ms }: Pick<Counts, 'plays' | 'ms'>): { play_count: number; total_ms: number } {
  return { play_count: plays, total_ms: ms };
}

/** What is counted where there is no play. */
export const NO_PLAYS = { plays: 0, ms: 0 };
