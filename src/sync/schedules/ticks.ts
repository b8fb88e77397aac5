/** Apart from one another start the syncs of one cycle, so that they do not all call the platform at once. */
const SPACING_MS = 700;

/** The nominal instant of a schedule that fires now, a little early or late: all replicas have the same. */
export function nominalTick(now: Date, cycleMs: number): Date {
  return new Date(Math.round(now.getTime() / cycleMs) * cycleMs);
}

/**
 * How long after the tick the n-th user's turn comes, milliseconds: one after the other, and from the start again for
 * those who do not fit into four fifths of the cycle.
 */
export function turnDelayMs(index: number, cycleMs: number): number {
  return (index * SPACING_MS) % (cycleMs * 0.8);
}
