import { compareValues } from '../bson/compare';
import { Doc, rankOf, Value } from '../bson/value';
import { conjuncts, Filter, parseFilter } from './filter';
import { compileFilter } from './matcher';

type Test = Extract<Filter, { kind: 'test' }>;

/** Whether every document that meets the conditions also meets the filter of a partial index. */
export function implies(conditions: readonly Filter[], partialFilter: Doc): boolean {
  return conjuncts(parseFilter(partialFilter)).every((wanted) => conditions.some((given) => isImplied(given, wanted)));
}

/** Whether the conditions ask for a field that is there and not null. */
export function impliesPresence(conditions: readonly Filter[], path: string): boolean {
  return conditions.some((given) => given.kind === 'test' && given.path === path && needsPresence(given));
}

function isImplied(given: Filter, wanted: Filter): boolean {
  if (given.kind !== 'test' || wanted.kind !== 'test' || given.path !== wanted.path) return false;
  if (wanted.operator === '$exists') return isTrue(wanted.argument) && needsPresence(given);
  const possible = valuesOf(given);
  if (possible) return possible.every((value) => meets(value, wanted));
  if (given.operator === wanted.operator) return isNarrower(given, wanted);
  return isRange(given) && isRange(wanted) && isNarrower(given, wanted) && sameSide(given, wanted);
}

/** The only values that a condition lets a field have. */
function valuesOf(given: Test): Value[] | undefined {
  if (given.operator === '$eq') return [given.argument];
  return given.operator === '$in' && Array.isArray(given.argument) ? given.argument : undefined;
}

function meets(value: Value, wanted: Test): boolean {
  return compileFilter({ ...wanted, path: 'value' })({ value });
}

function needsPresence(given: Test): boolean {
  const values = valuesOf(given);
  if (values) return values.every((value) => value !== null && value !== undefined);
  if (given.operator === '$exists') return isTrue(given.argument);
  return given.argument !== null;
}

function isTrue(value: Value): boolean {
  return compileFilter({ kind: 'test', path: 'x', operator: '$exists', argument: value })({ x: 1 });
}

function isRange(test: Test): boolean {
  return ['$gt', '$gte', '$lt', '$lte'].includes(test.operator);
}

function sameSide(a: Test, b: Test): boolean {
  return a.operator.slice(0, 3) === b.operator.slice(0, 3);
}

function isNarrower(given: Test, wanted: Test): boolean {
  if (rankOf(given.argument) !== rankOf(wanted.argument)) return false;
  const order = compareValues(given.argument, wanted.argument);
  if (!isRange(given)) return order === 0;
  const strictEnough = order === 0 && (given.operator === wanted.operator || given.operator.length === 3);
  return strictEnough || (given.operator.startsWith('$gt') ? order > 0 : order < 0);
}
