import { compareValues, equalValues } from '../../bson/compare';
import { Doc, getField, isDoc, isNumeric, setField, toNumber, Value } from '../../bson/value';
import { badValue } from '../../errors';
import { isArrayIndex } from '../../query/paths';
import { parseSort } from '../../query/sort-spec';
import { identityOf } from '../../storage/key-encoding';
import { isFalse } from './arithmetic';
import {
  arrayArgument,
  Compile,
  Evaluator,
  fieldsOf,
  isNothing,
  ofList,
  ofPresent,
  ofValues,
  OperatorTable,
  stringArgument,
  wholeArgument,
} from './operator';

/** Operators on arrays and sets, and on documents as arrays of their fields. */
export const ARRAYS: OperatorTable = {
  $size: ofValues('$size', 1, 1, (list) => arrayArgument('$size', list).length),
  $isArray: ofValues('$isArray', 1, 1, (value) => Array.isArray(value)),
  $arrayElemAt: ofPresent('$arrayElemAt', 2, 2, (list, index) =>
    arrayArgument('$arrayElemAt', list).at(wholeArgument('$arrayElemAt', index)),
  ),
  $first: ofPresent('$first', 1, 1, (list) => arrayArgument('$first', list)[0]),
  $last: ofPresent('$last', 1, 1, (list) => arrayArgument('$last', list).at(-1)),
  $in: ofValues('$in', 2, 2, (item, list) => arrayArgument('$in', list).some((entry) => equalValues(entry, item))),
  $indexOfArray: ofValues('$indexOfArray', 2, 2, (list, item) =>
    isNothing(list) ? null : arrayArgument('$indexOfArray', list).findIndex((entry) => equalValues(entry, item)),
  ),
  $concatArrays: ofList('$concatArrays', (lists) => lists.flatMap((list) => arrayArgument('$concatArrays', list))),
  $reverseArray: ofPresent('$reverseArray', 1, 1, (list) => [...arrayArgument('$reverseArray', list)].reverse()),
  $slice: ofPresent('$slice', 2, 3, slice),
  $range: ofValues('$range', 2, 3, range),
  $filter: filter,
  $map: map,
  $reduce: reduce,
  $sortArray: sortArray,
  $objectToArray: ofPresent('$objectToArray', 1, 1, (value) => {
    if (!isDoc(value)) throw badValue('$objectToArray requires a document input');
    return Object.keys(value).map((k) => ({ k, v: value[k] }));
  }),
  $arrayToObject: ofPresent('$arrayToObject', 1, 1, arrayToObject),
  $mergeObjects: ofValues('$mergeObjects', 0, Infinity, (...values) => mergeObjects(values)),
  $setUnion: ofList('$setUnion', (sets) => [...union(sets).values()].sort(compareValues)),
  $setIntersection: ofList('$setIntersection', (sets) => {
    const others = sets.map((set) => setOf('$setIntersection', set));
    return [...union(sets.slice(0, 1))]
      .filter(([identity]) => others.every((other) => other.has(identity)))
      .map(([, value]) => value)
      .sort(compareValues);
  }),
  $setDifference: ofPresent('$setDifference', 2, 2, (left, right) => {
    const unwanted = setOf('$setDifference', right);
    return [...union([left])].filter(([identity]) => !unwanted.has(identity)).map(([, value]) => value);
  }),
  $setEquals: ofValues('$setEquals', 2, Infinity, (...sets) => {
    const [first = new Map<string, Value>(), ...others] = sets.map((set) => setOf('$setEquals', set));
    return others.every((other) => other.size === first.size && isSubset(other, first));
  }),
  $setIsSubset: ofValues('$setIsSubset', 2, 2, (left, right) =>
    isSubset(setOf('$setIsSubset', left), setOf('$setIsSubset', right)),
  ),
  $anyElementTrue: ofValues('$anyElementTrue', 1, 1, (list) =>
    arrayArgument('$anyElementTrue', list).some((item) => !isFalse(item)),
  ),
  $allElementsTrue: ofValues('$allElementsTrue', 1, 1, (list) =>
    arrayArgument('$allElementsTrue', list).every((item) => !isFalse(item)),
  ),
};

function slice(list: Value, first: Value, count?: Value): Value {
  const items = arrayArgument('$slice', list);
  const from = wholeArgument('$slice', first);
  if (count === undefined) return from < 0 ? items.slice(from) : items.slice(0, from);
  const length = wholeArgument('$slice', count);
  if (length <= 0) throw badValue('Third argument to $slice must be positive');
  const start = from < 0 ? Math.max(0, items.length + from) : from;
  return items.slice(start, start + length);
}

const LONGEST_RANGE = 1_000_000;

function range(first: Value, end: Value, by: Value = 1): Value {
  const [start, stop, step] = [first, end, by].map((value) => wholeArgument('$range', value)) as [
    number,
    number,
    number,
  ];
  if (step === 0) throw badValue('$range requires a non-zero step value');
  const length = Math.max(0, Math.ceil((stop - start) / step));
  if (length > LONGEST_RANGE)
    throw badValue(`$range would have ${length} entries; at most ${LONGEST_RANGE} are supported`);
  return Array.from({ length }, (_, i) => start + i * step);
}

function filter(argument: Value, compile: Compile): Evaluator {
  const { input, as = 'this', cond, limit } = fieldsOf('$filter', ['input', 'as', 'cond', 'limit'], argument);
  if (cond === undefined) throw badValue('$filter needs input and cond');
  const name = stringArgument("$filter's as", as);
  const [listOf, limitOf, test] = [
    compile(input),
    limit === undefined ? undefined : compile(limit),
    compile(cond, name),
  ];
  return (doc, variables) => {
    const list = listOf(doc, variables);
    if (isNothing(list)) return null;
    const most = limitOf?.(doc, variables);
    const items = arrayArgument('$filter', list).filter(
      (item) => !isFalse(test(doc, new Map(variables).set(name, item))),
    );
    return isNumeric(most) ? items.slice(0, toNumber(most)) : items;
  };
}

function map(argument: Value, compile: Compile): Evaluator {
  const { input, as = 'this', in: body } = fieldsOf('$map', ['input', 'as', 'in'], argument);
  if (body === undefined) throw badValue('$map needs input and in');
  const name = stringArgument("$map's as", as);
  const [listOf, made] = [compile(input), compile(body, name)];
  return (doc, variables) => {
    const list = listOf(doc, variables);
    if (isNothing(list)) return null;
    return arrayArgument('$map', list).map((item) => made(doc, new Map(variables).set(name, item)) ?? null);
  };
}

function reduce(argument: Value, compile: Compile): Evaluator {
  const { input, initialValue, in: body } = fieldsOf('$reduce', ['input', 'initialValue', 'in'], argument);
  if (body === undefined || initialValue === undefined) throw badValue('$reduce needs input, initialValue and in');
  const [listOf, initial, next] = [compile(input), compile(initialValue), compile(body, 'value', 'this')];
  return (doc, variables) => {
    const list = listOf(doc, variables);
    if (isNothing(list)) return null;
    let value = initial(doc, variables);
    for (const item of arrayArgument('$reduce', list)) {
      value = next(doc, new Map(variables).set('value', value).set('this', item));
    }
    return value;
  };
}

function sortArray(argument: Value, compile: Compile): Evaluator {
  const { input, sortBy } = fieldsOf('$sortArray', ['input', 'sortBy'], argument);
  const order = itemOrder('$sortArray', sortBy);
  const listOf = compile(input);
  return (doc, variables) => {
    const list = listOf(doc, variables);
    return isNothing(list) ? null : [...arrayArgument('$sortArray', list)].sort(order);
  };
}

/** The order of array entries by their value (1, -1) or by fields of theirs. */
export function itemOrder(name: string, sort: Value): (a: Value, b: Value) => number {
  if (isNumeric(sort) && Math.abs(toNumber(sort)) === 1) return (a, b) => compareValues(a, b) * toNumber(sort);
  if (!isDoc(sort))
    throw badValue(`The order of ${name} is invalid: use 1 or -1 for whole entries, or {field: 1 or -1}`);
  const fields = parseSort(sort);
  return (a, b) => {
    for (const { parts, descending } of fields) {
      const order = compareValues(plainValueAt(a, parts) ?? null, plainValueAt(b, parts) ?? null);
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  };
}

/** The value at a path, where arrays count whole, unlike in a query's sort. */
function plainValueAt(value: Value, parts: readonly string[]): Value {
  return parts.reduce<Value>(
    (inner, part) => {
      if (Array.isArray(inner)) return isArrayIndex(part) ? inner[Number(part)] : undefined;
      return isDoc(inner) ? getField(inner, part) : undefined;
    },
    Array.isArray(value) ? undefined : value,
  );
}

function arrayToObject(list: Value): Value {
  const result: Doc = {};
  for (const entry of arrayArgument('$arrayToObject', list)) {
    const [name, value] = Array.isArray(entry)
      ? entry
      : isDoc(entry)
        ? [getField(entry, 'k'), getField(entry, 'v')]
        : [];
    setField(result, stringArgument('$arrayToObject', name), value ?? null);
  }
  return result;
}

export function mergeObjects(values: readonly Value[]): Doc {
  const merged: Doc = {};
  for (const value of values) {
    if (isNothing(value)) continue;
    if (!isDoc(value)) throw badValue('$mergeObjects requires object inputs');
    for (const name of Object.keys(value)) setField(merged, name, value[name]);
  }
  return merged;
}

function setOf(name: string, list: Value): Map<string, Value> {
  return new Map(arrayArgument(name, list).map((item) => [identityOf(item), item]));
}

function union(lists: readonly Value[]): Map<string, Value> {
  return setOf(
    'a set operator',
    lists.flatMap((list) => arrayArgument('a set operator', list)),
  );
}

function isSubset(set: Map<string, Value>, of: Map<string, Value>): boolean {
  return [...set.keys()].every((identity) => of.has(identity));
}
