import { BSONRegExp } from 'bson';
import { Doc, isDoc, Value } from '../bson/value';
import { badValue } from '../errors';
import { topLevelOf } from './paths';
import { expressionFields } from '../aggregate/expression-fields';

/** A parsed filter. */
export type Filter =
  | { kind: 'and' | 'or' | 'nor'; filters: Filter[] }
  | { kind: 'not'; filter: Filter }
  | { kind: 'test'; path: string; operator: TestOperator; argument: Value }
  | { kind: 'elements'; path: string; filter: Filter; onValues: boolean }
  | { kind: 'expression'; expression: Value };

const TEST_OPERATORS = [
  '$eq',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$in',
  '$exists',
  '$type',
  '$regex',
  '$mod',
  '$size',
] as const;
export type TestOperator = (typeof TEST_OPERATORS)[number];

/** The path under which the values of an array are tested by `{$elemMatch: {$gt: 1}}`. */
export const ELEMENT = '';

/** @throws CommandError (BadValue) with the name of what is unknown or malformed */
export function parseFilter(filter: Doc): Filter {
  const filters = Object.keys(filter)
    .filter((name) => name !== '$comment')
    .map((name) => (name.startsWith('$') ? parseLogical(name, filter[name]) : parseCondition(name, filter[name])));
  const [only] = filters;
  return filters.length === 1 && only !== undefined ? only : { kind: 'and', filters };
}

function parseLogical(name: string, argument: Value): Filter {
  switch (name) {
    case '$and':
    case '$or':
    case '$nor': {
      if (!Array.isArray(argument) || argument.length === 0) throw badValue(`${name} must be a nonempty array`);
      const filters = argument.map((item) => {
        if (!isDoc(item)) throw badValue(`${name} entries need to be full objects`);
        return parseFilter(item);
      });
      return { kind: name.slice(1) as 'and' | 'or' | 'nor', filters };
    }
    case '$expr':
      return { kind: 'expression', expression: argument };
    default:
      throw badValue(`unknown top level operator: ${name}`);
  }
}

function parseCondition(path: string, condition: Value): Filter {
  if (condition instanceof BSONRegExp) return { kind: 'test', path, operator: '$regex', argument: condition };
  if (isOperators(condition)) return parseOperators(path, condition);
  return { kind: 'test', path, operator: '$eq', argument: condition };
}

function isOperators(condition: Value): condition is Doc {
  return isDoc(condition) && Object.keys(condition)[0]?.startsWith('$') === true && !isReference(condition);
}

/** `{$ref, $id}` is a value: a database reference. */
function isReference(condition: Doc): boolean {
  return '$ref' in condition || '$id' in condition;
}

function parseOperators(path: string, operators: Doc): Filter {
  const filters: Filter[] = [];
  for (const name of Object.keys(operators)) {
    if (name === '$options') {
      if (!('$regex' in operators)) throw badValue('$options needs a $regex');
      continue;
    }
    filters.push(parseOperator(path, name, operators[name], operators));
  }
  const [only] = filters;
  return filters.length === 1 && only !== undefined ? only : { kind: 'and', filters };
}

function parseOperator(path: string, name: string, argument: Value, siblings: Doc): Filter {
  switch (name) {
    case '$ne':
      return { kind: 'not', filter: { kind: 'test', path, operator: '$eq', argument } };
    case '$nin':
      return { kind: 'not', filter: { kind: 'test', path, operator: '$in', argument: arrayOf(name, argument) } };
    case '$in':
      return { kind: 'test', path, operator: '$in', argument: arrayOf(name, argument) };
    case '$not':
      if (!isOperators(argument) && !(argument instanceof BSONRegExp))
        throw badValue('$not needs a regex or a document');
      return { kind: 'not', filter: parseCondition(path, argument) };
    case '$regex':
      return { kind: 'test', path, operator: '$regex', argument: regexOf(argument, siblings.$options) };
    case '$all':
      return parseAll(path, arrayOf(name, argument));
    case '$elemMatch': {
      if (!isDoc(argument)) throw badValue('$elemMatch needs an Object');
      const onValues =
        isOperators(argument) && !['$and', '$or', '$nor', '$expr'].includes(Object.keys(argument)[0] ?? '');
      const filter = onValues ? parseOperators(ELEMENT, argument) : parseFilter(argument);
      return { kind: 'elements', path, filter, onValues };
    }
    default: {
      const operator = TEST_OPERATORS.find((known) => known === name);
      if (operator === undefined) throw badValue(`unknown operator: ${name}`);
      return { kind: 'test', path, operator, argument };
    }
  }
}

function parseAll(path: string, items: Value[]): Filter {
  if (items.length === 0) return { kind: 'or', filters: [] };
  const filters = items.map((item): Filter => {
    if (isDoc(item) && '$elemMatch' in item) return parseOperators(path, item);
    if (isOperators(item)) throw badValue(`no ${Object.keys(item).join(', ')} expressions in $all`);
    return parseCondition(path, item);
  });
  return { kind: 'and', filters };
}

function regexOf(argument: Value, options: Value): BSONRegExp {
  if (options !== undefined && typeof options !== 'string') throw badValue('$options has to be a string');
  if (typeof argument === 'string') return new BSONRegExp(argument, options ?? '');
  if (argument instanceof BSONRegExp)
    return options === undefined ? argument : new BSONRegExp(argument.pattern, options);
  throw badValue('$regex has to be a string');
}

function arrayOf(name: string, argument: Value): Value[] {
  if (!Array.isArray(argument)) throw badValue(`${name} needs an array`);
  if (argument.some((item) => isOperators(item) && name !== '$all')) throw badValue(`cannot nest $ under ${name}`);
  return argument;
}

/** The filters that must all hold. */
export function conjuncts(filter: Filter): Filter[] {
  return filter.kind === 'and' ? filter.filters.flatMap(conjuncts) : [filter];
}

/** Adds the top-level fields that a filter reads to `fields`; returns false when it may read any field. */
export function collectFields(filter: Filter, fields: Set<string>): boolean {
  switch (filter.kind) {
    case 'test':
    case 'elements':
      fields.add(topLevelOf(filter.path));
      return true;
    case 'not':
      return collectFields(filter.filter, fields);
    case 'expression':
      return expressionFields(filter.expression, fields);
    default:
      return filter.filters.every((item) => collectFields(item, fields));
  }
}
