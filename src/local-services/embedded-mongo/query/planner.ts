import { equalValues } from '../bson/compare';
import { isDoc, Value } from '../bson/value';
import { badValue } from '../errors';
import { Collection, Index } from '../storage/collection';
import { IndexField, keyPattern } from '../storage/index-spec';
import { CUT_BYTES } from '../storage/key-writer';
import { afterPrefix, Bounds, boundsOf, intersect } from './bounds';
import { bestOf } from './choice';
import { conjuncts, Filter } from './filter';
import { implies, impliesPresence } from './implication';
import { indexRanges } from './key-ranges';
import { ID_FIELDS, Plan, Scan } from './plan';
import { SortField } from './sort-spec';

/**
 * Chooses how to answer a query: the index with the longest run of fields held to single values; among several, one that
 * has fewer keys to look at by an order of magnitude, then one with a range on the next field, then one that gives the
 * order asked for.
 * @param hint name or key pattern of the index to take
 * @throws CommandError (BadValue) when the hint names no usable index
 */
export function planQuery(collection: Collection, filter: Filter, sort: SortField[], hint?: Value): Plan {
  const conditions = conjuncts(filter);
  const one = hint === undefined ? scanForOne(conditions) : undefined;
  if (one) return { collection, filter, scans: [one], sort: [] };
  if (conditions.some(isImpossible)) return { collection, filter, scans: [NOTHING], sort: [] };
  const best = bestOf(collection, candidates(collection, conditions, sort, hint));
  if (hint === undefined && best.equalities === 0 && !best.ranged) {
    const union = unionOf(collection, conditions);
    if (union) return { collection, filter, scans: union, sort };
  }
  return { collection, filter, scans: [best], sort: best.sorted ? [] : sort };
}

/** The scan for a single `_id`, which is what most queries ask for: there is nothing to choose. */
function scanForOne(conditions: readonly Filter[]): Scan | undefined {
  const [condition] = conditions;
  if (conditions.length !== 1 || condition?.kind !== 'test' || condition.path !== '_id') return undefined;
  if (condition.operator !== '$eq') return undefined;
  const bounds = boundsOf(condition);
  const [point] = bounds?.intervals ?? [];
  if (!bounds || !point || point.low.bytes.length > CUT_BYTES) return undefined;
  const start = point.low.bytes;
  const ranges = [{ start, end: afterPrefix(start) }];
  return { ranges, equalities: 1, ranged: false, exact: bounds.exact, sorted: true, reverse: false };
}

function candidates(collection: Collection, conditions: Filter[], sort: SortField[], hint: Value): [Scan, ...Scan[]] {
  const bounded = conditions.map((condition) => ({ condition, bounds: boundsOf(condition) }));
  const records = scanOf(undefined, bounded, sort);
  if (hint === undefined && records.equalities > 0) return [records];
  const usable = collection.indexes.filter((index) => isUsable(index, conditions));
  if (hint === undefined) {
    const promising = usable.filter(({ fields }) => isPromising(fields, bounded, sort));
    return [records, ...promising.map((index) => scanOf(index, bounded, sort))];
  }
  if (isHinted(hint, { name: '_id_', fields: ID_FIELDS }) || isNaturalOrder(hint)) return [records];
  const hinted = usable.find((index) => isHinted(hint, index));
  if (!hinted) throw badValue('error processing query: hint provided does not correspond to an existing index');
  return [scanOf(hinted, bounded, sort)];
}

function isHinted(hint: Value, index: { name: string; fields: IndexField[] }): boolean {
  return hint === index.name || (isDoc(hint) && equalValues(hint, keyPattern(index.fields)));
}

function isNaturalOrder(hint: Value): boolean {
  return isDoc(hint) && '$natural' in hint;
}

/** Whether an index's first field is held to something, or gives an order; else all its keys would be read for nothing. */
function isPromising([first]: IndexField[], bounded: readonly BoundedCondition[], [order]: SortField[]): boolean {
  if (first === undefined) return false;
  if (order?.path === first.path) return true;
  return bounded.some(({ condition, bounds }) => bounds && condition.kind === 'test' && condition.path === first.path);
}

/** Partial and sparse indexes lack documents: they serve only queries that cannot want those. */
function isUsable(index: Index, conditions: Filter[]): boolean {
  if (index.partialFilter && !implies(conditions, index.partialFilter)) return false;
  return !index.sparse || index.fields.some((field) => impliesPresence(conditions, field.path));
}

/** A condition and the bounds that it sets on an index of its path. */
interface BoundedCondition {
  condition: Filter;
  bounds: Bounds | undefined;
}

function scanOf(index: Index | undefined, conditions: readonly BoundedCondition[], sort: SortField[]): Scan {
  const fields = index?.fields ?? ID_FIELDS;
  const byPath = new Map<string, Bounds>();
  for (const { condition, bounds } of conditions) {
    if (!bounds || condition.kind !== 'test') continue;
    const known = byPath.get(condition.path);
    // Several entries of an array may meet one condition each, so that bounds on them cannot be combined.
    if (known && index?.multikey === true) continue;
    byPath.set(condition.path, known ? intersect(known, bounds) : bounds);
  }
  const { ranges, equalities, ranged, constants, expressed, widened } = indexRanges(fields, byPath);
  const covered = conditions.every(
    ({ condition, bounds }) => bounds !== undefined && condition.kind === 'test' && expressed.has(condition.path),
  );
  const order = index?.multikey === true || index?.cut === true ? undefined : orderOf(fields, constants, sort);
  return {
    ...(index && { index }),
    ranges,
    equalities,
    ranged,
    exact: covered && !widened && index?.multikey !== true && index?.cut !== true,
    sorted: order !== undefined,
    reverse: order === 'reverse',
  };
}

/** Whether keys that share `constants` leading fields are in the order of `sort`, forwards or backwards. */
function orderOf(
  fields: readonly IndexField[],
  constants: number,
  sort: readonly SortField[],
): 'forward' | 'reverse' | undefined {
  const fixed = new Set(fields.slice(0, constants).map((field) => field.path));
  const wanted = sort.filter((field) => !fixed.has(field.path));
  const given = fields.slice(constants);
  let reverse: boolean | undefined;
  for (const [i, { path, descending }] of wanted.entries()) {
    const field = given[i];
    if (field?.path !== path) return undefined;
    const turned = field.descending !== descending;
    if (reverse !== undefined && turned !== reverse) return undefined;
    reverse = turned;
  }
  return reverse === true ? 'reverse' : 'forward';
}

const NOTHING: Scan = { ranges: [], reverse: false, equalities: 1, ranged: false, exact: true, sorted: true };

/** Nothing is one of none. */
function isImpossible(condition: Filter): boolean {
  return (
    condition.kind === 'test' &&
    condition.operator === '$in' &&
    Array.isArray(condition.argument) &&
    condition.argument.length === 0
  );
}

/** A scan for each branch of an `$or`, when each has an index of its own. */
function unionOf(collection: Collection, conditions: Filter[]): Scan[] | undefined {
  const either = conditions.find((condition) => condition.kind === 'or');
  if (either?.kind !== 'or' || either.filters.length === 0) return undefined;
  const others = conditions.filter((condition) => condition !== either);
  const scans = either.filters.map((branch) => {
    return bestOf(collection, candidates(collection, [...conjuncts(branch), ...others], [], undefined));
  });
  return scans.every((scan) => scan.equalities > 0 || scan.ranged)
    ? scans.map((scan) => ({ ...scan, exact: false }))
    : undefined;
}
