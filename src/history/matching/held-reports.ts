import type { Types } from 'mongoose';
import type { Play } from '../play.schema';
import { heldReport, type Report, sourcesOf } from './report';

/** The reports that rows of one track hold, by their source, time and length. */
export class HeldReports {
  private readonly rows = new Map<string, Play[]>();
  /** Whether a crash has left rows that hold the same report of the same record. */
  private readonly hasCopies: boolean;
  /** The records that have brought something to a row, or have joined or parted rows. */
  private readonly writers: ReadonlySet<string>;

  constructor(rows: readonly Play[]) {
    const records = new Set<string>();
    let reports = 0;
    for (const row of rows) {
      for (const source of sourcesOf(row)) {
        const report = heldReport(row, source);
        records.add(`${source} ${report.time} ${report.recordId.toHexString()}`);
        reports += 1;
        const key = keyOf(report);
        const others = this.rows.get(key);
        if (others === undefined) this.rows.set(key, [row]);
        else others.push(row);
      }
    }
    this.hasCopies = records.size < reports;
    this.writers = new Set(rows.flatMap(writersOf).map((id) => id.toHexString()));
  }

  /**
   * Whether a row holds all that is reported of a play, so that it changes nothing, whatever else is known. What the same
   * record has brought before a crash is not meant: it still has to be counted, and what it began to be finished.
   */
  has(reports: readonly Report[]): boolean {
    const [first] = reports;
    if (first === undefined || this.hasCopies || this.writers.has(first.recordId.toHexString())) return false;
    const rows = this.rows.get(keyOf(first)) ?? [];
    return rows.some((row) => reports.every((report) => isHeldBy(row, report)));
  }
}

function keyOf({ source, time, msPlayed }: Report): string {
  return `${source} ${time} ${msPlayed}`;
}

function isHeldBy(row: Play, report: Report): boolean {
  if (row.seen[report.source]?.getTime() !== report.time) return false;
  const held = heldReport(row, report.source);
  return (
    held.trackId === report.trackId &&
    held.msPlayed === report.msPlayed &&
    TEXTS.every((field) => report[field] === '' || report[field] === held[field]) &&
    (report.durationMs === 0 || report.durationMs === held.durationMs)
  );
}

const TEXTS = [
  'trackName',
  'artistName',
  'albumName',
  'albumImageUrl',
  'contextType',
  'contextUri',
] as const satisfies readonly (keyof Report)[];

function writersOf({ _id, merged_from, joined_by = [], parted_by }: Play): Types.ObjectId[] {
  return [_id, ...Object.values(merged_from ?? {}), ...joined_by, ...(parted_by ? [parted_by] : [])];
}
