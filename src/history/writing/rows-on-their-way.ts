import { FURTHEST_MOVE_MS } from '../matching/same-play';
import type { Play } from '../play.schema';

interface Span {
  first: number;
  last: number;
}

interface Batch {
  rows: readonly Play[];
  /** Of the times at which they ended. */
  span: Span;
}

/** Rows that were given to the database and may not be there yet. They count as being there. */
export class RowsOnTheirWay {
  private readonly batches = new Set<Batch>();

  /** @returns what tells that they are in the database */
  add(rows: readonly Play[]): () => void {
    const batch = { rows, span: spanOf(rows.map(({ played_at }) => played_at.getTime())) };
    this.batches.add(batch);
    return () => {
      this.batches.delete(batch);
    };
  }

  /**
   * @param times of the plays that are to be matched, ms since 1970
   * @param read gives the rows near them that are in the database
   * @returns the rows near them as they will be when all that is on its way now is stored
   */
  async near(times: readonly number[], read: () => Promise<readonly Play[]>): Promise<Play[]> {
    // Before the database is asked: what arrives meanwhile may be missing in its answer.
    const batches = [...this.batches];
    const stored = await read();
    const around = spanOf(times);
    const near = batches.flatMap(({ rows, span }) => (areNear(span, around) ? rows : []));
    if (stored.length === 0) return near;
    const outdated = new Set(batches.flatMap(({ rows }) => rows.map(({ _id }) => _id.toHexString())));
    return [...stored.filter(({ _id }) => !outdated.has(_id.toHexString())), ...near];
  }
}

/** From the first to the last of some instants, ms since 1970; where there are none, a span that is near none. */
function spanOf(instants: readonly number[]): Span {
  let [first, last] = [Infinity, -Infinity];
  for (const instant of instants) {
    first = Math.min(first, instant);
    last = Math.max(last, instant);
  }
  return { first, last };
}

/** Most batches are of the hours before those of the next: few rows on their way have to be compared with its plays. */
function areNear(a: Span, b: Span): boolean {
  return a.first - FURTHEST_MOVE_MS <= b.last && b.first - FURTHEST_MOVE_MS <= a.last;
}
