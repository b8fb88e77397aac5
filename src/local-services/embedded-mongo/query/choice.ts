import { Collection } from '../storage/collection';
import { fieldsOf, Scan } from './plan';

/** Keys are counted up to here to compare indexes; beyond it all are taken to be as many. */
const MOST_COUNTED = 1000;

/** The scan to answer a query by, of those that its conditions allow. */
export function bestOf(collection: Collection, scans: readonly [Scan, ...Scan[]]): Scan {
  if (scans.length === 1) return scans[0];
  const best = scans.reduce((a, b) => (compareScores(score(b), score(a)) > 0 ? b : a));
  if (best.equalities === 0) return best;
  const rivals = scans.filter((scan) => scan.equalities === best.equalities && isUnique(scan) === isUnique(best));
  const narrowest = rivals.filter((scan) => !rivals.some((other) => boundsMore(other, scan)));
  if (new Set(narrowest.map((scan) => [...boundedPaths(scan)].sort().join(' '))).size < 2) return best;
  const weighed = narrowest.map((scan) => ({ scan, weight: [-magnitude(collection, scan), ...score(scan)] }));
  return weighed.reduce((a, b) => (compareScores(b.weight, a.weight) > 0 ? b : a)).scan;
}

/** A unique index held to single values beats everything. */
function score(scan: Scan): number[] {
  return [
    Number(isUnique(scan)),
    scan.equalities,
    Number(scan.ranged),
    Number(scan.sorted),
    Number(scan.exact),
    -fieldsOf(scan).length,
  ];
}

function compareScores(a: number[], b: number[]): number {
  for (const [i, value] of a.entries()) {
    const difference = value - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether a scan finds one document at most. */
function isUnique(scan: Scan): boolean {
  return (scan.index === undefined || scan.index.unique) && scan.equalities === fieldsOf(scan).length;
}

/** The fields that decide how many keys a scan looks at, with the name of the index if that lacks documents. */
function boundedPaths(scan: Scan): Set<string> {
  const bounded = fieldsOf(scan).slice(0, scan.equalities + Number(scan.ranged));
  const partial = scan.index?.partialFilter ? [`(${scan.index.name})`] : [];
  return new Set([...bounded.map(({ path }) => path), ...partial]);
}

/** Whether a scan is held to all that another is, and to more. */
function boundsMore(scan: Scan, other: Scan): boolean {
  const paths = boundedPaths(scan);
  const others = boundedPaths(other);
  return paths.size > others.size && [...others].every((path) => paths.has(path));
}

/** The number of digits of the number of keys that a scan looks at. */
function magnitude({ records }: Collection, { index, ranges }: Scan): number {
  const table = index?.table ?? records;
  let count = 0;
  for (const { start, end } of ranges) {
    if (count >= MOST_COUNTED) break;
    count += [...table.keys({ start, end, limit: MOST_COUNTED - count })].length;
  }
  return String(count).length;
}
