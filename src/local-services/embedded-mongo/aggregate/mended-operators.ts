import { evalExpr } from 'mingo/core';
import type { Any, Options } from 'mingo/types';
import { compareValues } from '../bson/compare';
import { Value } from '../bson/value';
import { badValue } from '../errors';
import { identityOf } from '../storage/key-encoding';

type Operator = (doc: Any, argument: Any, options: Options) => Any;

/** Comparison by BSON order, missing apart from null, in place of mingo's comparison by JavaScript's rules. */
function comparison(name: string, result: (order: number) => boolean | number): Operator {
  return (doc, argument, options) => {
    const [left, right] = pair(name, doc, argument, options);
    return result(compareValues(left, right));
  };
}

function pair(name: string, doc: Any, argument: Any, options: Options): Value[] {
  const values = evalExpr(doc, argument, options) as Value;
  if (!Array.isArray(values) || values.length !== 2) throw badValue(`Expression ${name} takes exactly 2 arguments`);
  return values;
}

/** The greatest (`sign` 1) or least (-1) of the values; null and missing do not count. */
export function extreme(values: readonly Value[], sign: 1 | -1): Value {
  let best: Value = null;
  for (const value of values) {
    if (value === null || value === undefined) continue;
    if (best === null || sign * compareValues(value, best) > 0) best = value;
  }
  return best;
}

function extremeOperator(sign: 1 | -1): Operator {
  return (doc, argument, options) => {
    const value = evalExpr(doc, argument, options) as Value;
    const only = Array.isArray(value) && value.length === 1 && Array.isArray(argument) ? value[0] : value;
    return extreme(Array.isArray(only) ? only : [only], sign);
  };
}

/** Operators of the expression language that mingo answers differently from MongoDB's manual. */
export const MENDED_OPERATORS: Record<`$${string}`, Operator> = {
  $eq: comparison('$eq', (order) => order === 0),
  $ne: comparison('$ne', (order) => order !== 0),
  $gt: comparison('$gt', (order) => order > 0),
  $gte: comparison('$gte', (order) => order >= 0),
  $lt: comparison('$lt', (order) => order < 0),
  $lte: comparison('$lte', (order) => order <= 0),
  $cmp: comparison('$cmp', Math.sign),
  $max: extremeOperator(1),
  $min: extremeOperator(-1),
  $in: (doc, argument, options) => {
    const [item, list] = pair('$in', doc, argument, options);
    if (!Array.isArray(list)) throw badValue('$in requires an array as a second argument');
    const identity = identityOf(item);
    return list.some((entry) => identityOf(entry) === identity);
  },
};
