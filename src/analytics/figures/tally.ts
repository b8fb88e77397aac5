/** How often and how long something was played. */
export interface Tally {
  plays: number;
  /** Milliseconds of listening. */
  ms: number;
}

/** A tally of nothing yet. */
export function emptyTally(): Tally {
  return { plays: 0, ms: 0 };
}

/** Adds one tally to another, in place. */
export function addTally(tally: Tally, added: Tally): void {
  tally.plays += added.plays;
  tally.ms += added.ms;
}
