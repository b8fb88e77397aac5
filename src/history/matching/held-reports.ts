import type { Play } from '../play.schema';
import { heldReport, type Report, sourcesOf } from './report';

/** The reports that rows of one track hold, by their source and time. */
export class HeldReports {
  private readonly rows = new Map<string, Play[]>();

  constructor(rows: readonly Play[]) {
    for (const row of rows) {
      for (const source of sourcesOf(row)) {
        const key = keyOf({ source, time: row.seen[source]?.getTime() ?? NaN });
        const others = this.rows.get(key);
        if (others === undefined) this.rows.set(key, [row]);
        else others.push(row);
      }
    }
  }

  /**
   * Whether a row holds all that is reported of a play, so that it changes nothing, whatever else is known. What the same
   * record has brought before a crash is not meant: it still has to be counted.
   */
  has(reports: readonly Report[]): boolean {
    const [first] = reports;
    const rows = first === undefined ? [] : (this.rows.get(keyOf(first)) ?? []);
    return rows.some((row) => !isOwnRow(row, reports) && reports.every((report) => isHeldBy(row, report)));
  }
}

function keyOf({ source, time }: Pick<Report, 'source' | 'time'>): string {
  return `${source} ${time}`;
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

function isOwnRow({ _id, merged_from, joined_by = [] }: Play, [report]: readonly Report[]): boolean {
  if (report === undefined) return false;
  return [_id, ...Object.values(merged_from ?? {}), ...joined_by].some((id) => id.equals(report.recordId));
}
