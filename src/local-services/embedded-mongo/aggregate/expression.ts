import { Doc, getField, isDoc, setField, Value } from '../bson/value';
import { badValue } from '../errors';
import { ARITHMETIC } from './operators/arithmetic';
import { ARRAYS } from './operators/arrays';
import { DATES } from './operators/dates';
import { LOGIC } from './operators/logic';
import { Evaluator, Operator, OperatorTable } from './operators/operator';
import { STRINGS } from './operators/strings';

export type { Evaluator };

const TABLE: OperatorTable = { ...ARITHMETIC, ...LOGIC, ...ARRAYS, ...STRINGS, ...DATES };

/** The operators of aggregation expressions that the engine has. */
export const EXPRESSION_OPERATORS: ReadonlyMap<string, Operator> = new Map(Object.entries(TABLE));

const NO_NAMES: ReadonlySet<string> = new Set();

/**
 * Compiles an aggregation expression.
 * @param names of the variables that it may use, apart from those that MongoDB defines
 * @throws CommandError (BadValue) with the name of an operator or variable that is unknown
 */
export function evaluator(expression: Value, names: ReadonlySet<string> = NO_NAMES): Evaluator {
  if (typeof expression === 'string' && expression.startsWith('$')) return pathEvaluator(expression, names);
  if (Array.isArray(expression)) {
    const items = expression.map((item) => evaluator(item, names));
    return (doc, variables) => items.map((item) => item(doc, variables) ?? null);
  }
  if (!isDoc(expression)) return () => expression;
  const [first, ...others] = Object.keys(expression);
  if (first?.startsWith('$') === true) {
    if (others.length > 0) throw badValue('an object representing an expression must have exactly one field');
    return operatorEvaluator(first, expression[first], names);
  }
  const fields = Object.keys(expression).map((name) => ({ name, evaluate: evaluator(expression[name], names) }));
  if (others.some((name) => name.startsWith('$'))) throw badValue('field names of an object must not begin with $');
  return (doc, variables) => {
    const result: Doc = {};
    for (const { name, evaluate } of fields) {
      const value = evaluate(doc, variables);
      if (value !== undefined) setField(result, name, value);
    }
    return result;
  };
}

/** The value of a field path in an expression: an array on the way gives the array of its documents' values. */
export function valueAtPath(value: Value, parts: readonly string[], depth = 0): Value {
  const part = parts[depth];
  if (part === undefined) return value;
  if (Array.isArray(value)) {
    const found = value.filter(isDoc).map((item) => valueAtPath(item, parts, depth));
    return found.filter((item) => item !== undefined);
  }
  return isDoc(value) ? valueAtPath(getField(value, part), parts, depth + 1) : undefined;
}

function pathEvaluator(expression: string, names: ReadonlySet<string>): Evaluator {
  const [head = '', ...rest] = expression.split('.');
  if (head === '$' || rest.includes('')) throw badValue(`'${expression}' is not a valid FieldPath`);
  if (!head.startsWith('$$')) {
    const parts = [head.slice(1), ...rest];
    return (doc) => valueAtPath(doc, parts);
  }
  const name = head.slice(2);
  if (names.has(name)) return (_doc, variables) => valueAtPath(variables?.get(name), rest);
  switch (name) {
    case 'ROOT':
    case 'CURRENT':
      return (doc) => valueAtPath(doc, rest);
    case 'REMOVE':
      return () => undefined;
    case 'NOW': {
      const now = new Date();
      return () => now;
    }
    default:
      throw badValue(`Use of undefined variable: ${name}`);
  }
}

function operatorEvaluator(name: string, argument: Value, names: ReadonlySet<string>): Evaluator {
  const operator = EXPRESSION_OPERATORS.get(name);
  if (!operator) throw badValue(`Unrecognized expression '${name}'`);
  return operator(argument, (inner, ...added) =>
    evaluator(inner, added.length === 0 ? names : new Set([...names, ...added])),
  );
}
