import type { MatchedPlays } from '../matching/matched-plays';
import type { TimeRange } from '../matching/time-ranges';
import type { Play } from '../play.schema';

/** Rows that were given to the database and may not be there yet. They count as being there. */
export class RowsOnTheirWay {
  /** New rows, by batch, in order, with the time from the first of them to the last. */
  private readonly added = new Set<{ rows: readonly Play[]; span: TimeRange }>();
  /** By id: rows that change, as they are to be, and null for rows that are removed. */
  private readonly changed = new Map<string, Play | null>();

  /** @returns what tells that they are in the database */
  add({ parted, changed, added, removed }: MatchedPlays): () => void {
    const rows = [...parted, ...added].map(({ row }) => row);
    const batch = { rows, span: spanOf(rows) };
    this.added.add(batch);
    const changes: [string, Play | null][] = [
      ...changed.map(({ row }): [string, Play] => [row._id.toHexString(), row]),
      ...removed.map(({ _id }): [string, null] => [_id.toHexString(), null]),
    ];
    for (const [id, row] of changes) this.changed.set(id, row);
    return () => {
      this.added.delete(batch);
      // Another batch may have changed the row once more.
      for (const [id, row] of changes) if (this.changed.get(id) === row) this.changed.delete(id);
    };
  }

  /**
   * @param ranges stretches of time
   * @param read   gives the rows in them that are in the database
   * @returns the rows in or near them as they will be when all that is on its way now is stored
   */
  async within(ranges: readonly TimeRange[], read: () => Promise<readonly Play[]>): Promise<Play[]> {
    // Before the database is asked: what arrives meanwhile may be missing in its answer.
    const changed = new Map(this.changed);
    const near = [...this.added].flatMap(({ rows, span }) =>
      ranges.some((range) => overlap(range, span)) ? rows : [],
    );
    const stored = await read();
    if (stored.length === 0 && changed.size === 0) return near;
    const rows = new Map([...stored, ...near].map((row) => [row._id.toHexString(), row]));
    for (const [id, row] of changed) {
      if (row === null) rows.delete(id);
      else if (rows.has(id) || isWithin(row, ranges)) rows.set(id, row);
    }
    return [...rows.values()];
  }
}

function isWithin({ played_at }: Play, ranges: readonly TimeRange[]): boolean {
  const time = played_at.getTime();
  return ranges.some(({ from, to }) => from <= time && time <= to);
}

/** From the first to the last of some rows; where there are none, a span that overlaps with nothing. */
function spanOf(rows: readonly Play[]): TimeRange {
  let [from, to] = [Infinity, -Infinity];
  for (const { played_at } of rows) {
    from = Math.min(from, played_at.getTime());
    to = Math.max(to, played_at.getTime());
  }
  return { from, to };
}

/** Most batches are of the hours before those of the next: few rows on their way have to be compared with its plays. */
function overlap(a: TimeRange, b: TimeRange): boolean {
  return a.from <= b.to && b.from <= a.to;
}
