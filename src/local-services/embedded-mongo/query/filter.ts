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

/** The path under which the values of an array are tested by `{$elemMatch: {$gt: 1}}`; no field can have this name. */
export const ELEMENT = '\0';

/** @throws CommandError (BadValue) with the name of what is unknown or malformed */
export function parseFilter(filter: Doc): Filter {
  const filters = Object.keys(filter)
    .filter((name) => name !== '$comment')
    .map((name) => (name.startsWith('$') ? parseLogical(name, filter[name]) : parseCondition(name, filter[name])));
  const [only] = filters;
  return filters.length === 1 && only !== undefined ? only : { kind: 'and', filters };
}

type LogicalParser = (argument: Value) => Filter;

/** Operators that stand in the place of a field. */
export const LOGICAL_OPERATORS: ReadonlyMap<string, LogicalParser> = new Map<string, LogicalParser>([
  ['$and', (argument) => ({ kind: 'and', filters: parseAlternatives('$and', argument) })],
  ['$or', (argument) => ({ kind: 'or', filters: parseAlternatives('$or', argument) })],
  ['$nor', (argument) => ({ kind: 'nor', filters: parseAlternatives('$nor', argument) })],
  ['$expr', (argument) => ({ kind: 'expression', expression: argument })],
]);

function parseLogical(name: string, argument: Value): Filter {
  const parse = LOGICAL_OPERATORS.get(name);
  if (!parse) throw badValue(`unknown top level operator: ${name}`);
  return parse(argument);
}

function parseAlternatives(name: string, argument: Value): Filter[] {
  if (!Array.isArray(argument) || argument.length === 0) throw badValue(`${name} must be a nonempty array`);
  return argument.map((item) => {
    if (!isDoc(item)) throw badValue(`${name} entries need to be full objects`);
    return parseFilter(item);
  });
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
    if (name === '$options' && '$regex' in operators) continue;
    filters.push(parseOperator(path, name, operators[name], operators));
  }
  const [only] = filters;
  return filters.length === 1 && only !== undefined ? only : { kind: 'and', filters };
}

type OperatorParser = (path: string, argument: Value, siblings: Doc) => Filter;

const not = (filter: Filter): Filter => ({ kind: 'not', filter });
const plainTest =
  (operator: TestOperator): OperatorParser =>
  (path, argument) => ({ kind: 'test', path, operator, argument });

/** Operators of a condition on a field. */
export const FIELD_OPERATORS: ReadonlyMap<string, OperatorParser> = new Map<string, OperatorParser>([
  ...TEST_OPERATORS.map((name): [string, OperatorParser] => [name, plainTest(name)]),
  ['$ne', (path, argument) => not({ kind: 'test', path, operator: '$eq', argument })],
  ['$in', (path, argument) => ({ kind: 'test', path, operator: '$in', argument: arrayOf('$in', argument) })],
  ['$nin', (path, argument) => not({ kind: 'test', path, operator: '$in', argument: arrayOf('$nin', argument) })],
  ['$not', parseNot],
  ['$regex', parseRegex],
  ['$options', parseRegex],
  ['$all', (path, argument) => parseAll(path, arrayOf('$all', argument))],
  ['$elemMatch', parseElements],
]);

function parseOperator(path: string, name: string, argument: Value, siblings: Doc): Filter {
  const parse = FIELD_OPERATORS.get(name);
  if (!parse) throw badValue(`unknown operator: ${name}`);
  return parse(path, argument, siblings);
}

function parseNot(path: string, argument: Value): Filter {
  if (!isOperators(argument) && !(argument instanceof BSONRegExp)) throw badValue('$not needs a regex or a document');
  return not(parseCondition(path, argument));
}

function parseRegex(path: string, _argument: Value, { $regex: pattern, $options: options }: Doc): Filter {
  if (pattern === undefined) throw badValue('$options needs a $regex');
  return { kind: 'test', path, operator: '$regex', argument: regexOf(pattern, options) };
}

function parseElements(path: string, argument: Value): Filter {
  if (!isDoc(argument)) throw badValue('$elemMatch needs an Object');
  const onValues = isOperators(argument) && !LOGICAL_OPERATORS.has(Object.keys(argument)[0] ?? '');
  const filter = onValues ? parseOperators(ELEMENT, argument) : parseFilter(argument);
  return { kind: 'elements', path, filter, onValues };
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
