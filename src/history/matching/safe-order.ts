import type { Play } from '../play.schema';
import type { ChangedRow } from './matched-plays';
import type { PlacedGroup } from './place-groups';
import { reportsIn } from './report-group';

/** Rows in an order in which one that gives up a report comes after the one that gets it. */
export function inSafeOrder(changed: readonly ChangedRow[], placed: readonly PlacedGroup[]): ChangedRow[] {
  const gainers = new Map<Play, Play[]>();
  for (const { group, row } of placed) {
    for (const report of reportsIn(group)) {
      if (report.row === null || row === null || report.row === row) continue;
      gainers.set(report.row, [...(gainers.get(report.row) ?? []), row]);
    }
  }
  const byRow = new Map(changed.map((change) => [change.before, change]));
  const ordered = new Set<ChangedRow>();
  const visited = new Set<Play>();
  const visit = (row: Play): void => {
    if (visited.has(row)) return;
    visited.add(row);
    for (const gainer of gainers.get(row) ?? []) visit(gainer);
    const change = byRow.get(row);
    if (change !== undefined) ordered.add(change);
  };
  for (const { before } of changed) visit(before);
  return [...ordered];
}
