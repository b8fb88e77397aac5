import { Doc } from '../bson/value';
import { Window } from '../query/document-stream';
import { Plan, Scan } from '../query/plan';
import { ScanCounts } from '../query/scan-cursor';
import { keyPattern } from '../storage/index-spec';

/**
 * A plan as the tree of MongoDB's stages: COLLSCAN, IDHACK, IXSCAN, FETCH, OR, SORT, SKIP, LIMIT, COUNT_SCAN.
 * @param counts what each scan has cost, to be told where it arose
 */
export function describePlan(plan: Plan, window: Window, keysOnly: boolean, counts?: readonly ScanCounts[]): Doc {
  const scans = plan.scans.map((scan, i) => describeScan(scan, keysOnly, counts?.[i]));
  const [only = {}] = scans;
  let tree: Doc = scans.length === 1 ? only : { stage: 'OR', inputStages: scans };
  if (plan.sort.length > 0) {
    const sortPattern: Doc = {};
    for (const { path, descending } of plan.sort) sortPattern[path] = descending ? -1 : 1;
    tree = { stage: 'SORT', sortPattern, inputStage: tree };
  }
  if (window.skip > 0) tree = { stage: 'SKIP', skipAmount: window.skip, inputStage: tree };
  if (window.limit !== Infinity) tree = { stage: 'LIMIT', limitAmount: window.limit, inputStage: tree };
  return tree;
}

function describeScan(scan: Scan, keysOnly: boolean, counts?: ScanCounts): Doc {
  const { index, exact, ranged, equalities } = scan;
  if (scan.ranges.length === 0) return { stage: 'EOF' };
  const direction = scan.reverse ? 'backward' : 'forward';
  if (!index && equalities === 0 && !ranged) {
    return { stage: keysOnly ? 'COUNT_SCAN' : 'COLLSCAN', direction, ...counts };
  }
  const { docsExamined = 0, nReturned = 0, keysExamined = 0 } = counts ?? {};
  if (!index && equalities > 0 && scan.ranges.length === 1 && !keysOnly) {
    return { stage: 'IDHACK', indexName: '_id_', ...(counts && { nReturned, docsExamined }) };
  }
  const keys: Doc = {
    stage: keysOnly ? 'COUNT_SCAN' : 'IXSCAN',
    indexName: index?.name ?? '_id_',
    keyPattern: index ? keyPattern(index.fields) : { _id: 1 },
    isMultiKey: index?.multikey ?? false,
    direction,
    equalityFields: equalities,
    rangeOnNextField: ranged,
    ...(counts && { keysExamined }),
  };
  if (keysOnly) return keys;
  return { stage: 'FETCH', filterNeeded: !exact, ...(counts && { nReturned, docsExamined }), inputStage: keys };
}
