import { Long } from 'bson';
import { Context, evalExpr, ProcessingMode } from 'mingo/core';
import * as accumulators from 'mingo/operators/accumulator';
import * as expressions from 'mingo/operators/expression';
import type { Any } from 'mingo/types';
import { Doc, double, getField, isDoc, isInt32, isNumeric, setField, toNumber, Value } from '../bson/value';
import { badValue, CommandError } from '../errors';
import { expressionFields } from './expression-fields';
import { MENDED_OPERATORS } from './mended-operators';

export type Evaluator = (doc: Doc) => Value;

/** Operators that need what the engine does not have: scripts, Decimal128, and types that promotion hides. */
const REFUSED = new Set(['$function', '$accumulator', '$toDecimal', '$convert', '$type', '$toHashedIndexKey']);
const LIST_ACCUMULATORS = new Set(['$sum', '$avg', '$first', '$last', '$mergeObjects', '$stdDevPop', '$stdDevSamp']);
const OPERATORS = new Set([...Object.keys(expressions), ...LIST_ACCUMULATORS, '$max', '$min', '$literal']);

const options = {
  context: Context.init({ accumulator: accumulators, expression: { ...expressions, ...MENDED_OPERATORS } }),
  useStrictMode: true,
  scriptEnabled: false,
  failOnError: true,
  idKey: '_id',
  processingMode: ProcessingMode.CLONE_OFF,
};

/**
 * Compiles an aggregation expression. Field paths, literals, documents and arrays are evaluated here and keep BSON's
 * types; operators are mingo's.
 * @throws CommandError (BadValue) with the name of an unknown operator
 */
export function evaluator(expression: Value): Evaluator {
  if (typeof expression === 'string' && expression.startsWith('$')) return pathEvaluator(expression);
  if (Array.isArray(expression)) {
    const items = expression.map(evaluator);
    return (doc) => items.map((item) => item(doc) ?? null);
  }
  if (!isDoc(expression)) return () => expression;
  const [first] = Object.keys(expression);
  if (first?.startsWith('$') === true) return operatorEvaluator(expression, first);
  const fields = Object.keys(expression).map((name) => ({ name, evaluate: evaluator(expression[name]) }));
  return (doc) => {
    const result: Doc = {};
    for (const { name, evaluate } of fields) {
      const value = evaluate(doc);
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
    return value.map((item) => valueAtPath(item, parts, depth)).filter((item) => item !== undefined);
  }
  return isDoc(value) ? valueAtPath(getField(value, part), parts, depth + 1) : undefined;
}

function pathEvaluator(expression: string): Evaluator {
  const [head = '', ...rest] = expression.split('.');
  if (head === '$') throw badValue("'$' by itself is not a valid FieldPath");
  switch (head) {
    case '$$ROOT':
    case '$$CURRENT':
      return (doc) => valueAtPath(doc, rest);
    case '$$REMOVE':
      return () => undefined;
    case '$$NOW': {
      const now = new Date();
      return () => now;
    }
  }
  if (head.startsWith('$$')) throw badValue(`Use of undefined variable: ${head.slice(2)}`);
  const parts = [head.slice(1), ...rest];
  return (doc) => valueAtPath(doc, parts);
}

function operatorEvaluator(expression: Doc, operator: string): Evaluator {
  if (operator === '$literal') return () => expression.$literal;
  checkOperators(expression);
  const fields = new Set<string>();
  const wanted = expressionFields(expression, fields) ? fields : undefined;
  const promoted = promote(expression) as Any;
  return (doc) => {
    try {
      return demote(evalExpr(promoteFields(doc, wanted), promoted, options) as Value);
    } catch (error) {
      if (error instanceof CommandError || !(error instanceof Error)) throw error;
      throw badValue(`${operator}: ${error.message.replace(/^mingo: /, '')}`);
    }
  };
}

function checkOperators(expression: Value): void {
  if (Array.isArray(expression)) expression.forEach(checkOperators);
  if (!isDoc(expression)) return;
  const names = Object.keys(expression);
  for (const name of names) {
    if (name.startsWith('$')) {
      if (!OPERATORS.has(name) || REFUSED.has(name)) throw badValue(`Unrecognized expression '${name}'`);
      if (names.length > 1) throw badValue('an object representing an expression must have exactly one field');
    }
    if (name !== '$literal') checkOperators(expression[name]);
  }
}

function promoteFields(doc: Doc, wanted: Set<string> | undefined): Any {
  if (wanted === undefined) return promote(doc);
  const view: Doc = {};
  for (const name of wanted) {
    const value = getField(doc, name);
    if (value !== undefined) setField(view, name, promote(value));
  }
  return view;
}

/** mingo computes with JavaScript numbers alone. */
function promote(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (isNumeric(value)) {
    if (value instanceof Long && !Number.isSafeInteger(value.toNumber())) {
      throw badValue(
        `expressions on whole numbers beyond 2^53 are not supported by the embedded engine: ${value.toString()}`,
      );
    }
    return toNumber(value);
  }
  if (Array.isArray(value)) return value.map(promote);
  if (!isDoc(value)) return value;
  const copy: Doc = {};
  for (const name of Object.keys(value)) setField(copy, name, promote(value[name]));
  return copy;
}

/** A whole number that is no Int32 is a Long, as integer arithmetic gives in MongoDB. */
function demote(value: Value): Value {
  if (typeof value === 'number') {
    if (isInt32(value) || !Number.isSafeInteger(value)) return value;
    return Object.is(value, -0) ? double(value) : Long.fromNumber(value);
  }
  if (Array.isArray(value)) return value.map(demote);
  if (!isDoc(value)) return value;
  for (const name of Object.keys(value)) setField(value, name, demote(value[name]));
  return value;
}
