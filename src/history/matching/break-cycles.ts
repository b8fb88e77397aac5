import type { Play } from '../play.schema';
import type { PlacedGroup } from './place-groups';
import { reportsIn } from './report-group';

/**
 * Takes the row from one play of each cycle of rows that get reports from one another: no order of changing them would
 * keep each report in some row all the time. Such a play gets a new row, and the row that it had goes in the end.
 */
export function breakCycles(placed: readonly PlacedGroup[]): void {
  const placeOf = new Map(placed.flatMap((place) => (place.row === null ? [] : [[place.row, place] as const])));
  const done = new Set<Play>();
  for (const start of placeOf.keys()) {
    const path = [start];
    const onPath = new Set(path);
    for (let row = path.at(-1); row !== undefined; row = path.at(-1)) {
      const giver = giversOf(placeOf.get(row)).find((one) => !done.has(one));
      if (giver === undefined) {
        path.pop();
        done.add(row);
      } else if (onPath.has(giver)) {
        const place = placeOf.get(giver);
        if (place !== undefined) place.row = null;
        placeOf.delete(giver);
        done.add(giver);
      } else {
        path.push(giver);
        onPath.add(giver);
      }
    }
  }
}

/** The rows that give up reports to the row of a play. */
function giversOf(place: PlacedGroup | undefined): Play[] {
  if (place === undefined) return [];
  return reportsIn(place.group).flatMap(({ row }) => (row === null || row === place.row ? [] : row));
}
