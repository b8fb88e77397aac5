import { compareValues } from '../../bson/compare';
import { isDoc, Value } from '../../bson/value';
import { badValue } from '../../errors';
import { isFalse, listed } from './arithmetic';
import { Compile, Evaluator, fieldsOf, isNothing, ofValues, Operator, OperatorTable } from './operator';

/** Comparisons, conditions and variables. */
export const LOGIC: OperatorTable = {
  $eq: comparison('$eq', (order) => order === 0),
  $ne: comparison('$ne', (order) => order !== 0),
  $gt: comparison('$gt', (order) => order > 0),
  $gte: comparison('$gte', (order) => order >= 0),
  $lt: comparison('$lt', (order) => order < 0),
  $lte: comparison('$lte', (order) => order <= 0),
  $cmp: comparison('$cmp', Math.sign),
  $max: ofValues('$max', 0, Infinity, (...values) => extreme(listed(values), 1)),
  $min: ofValues('$min', 0, Infinity, (...values) => extreme(listed(values), -1)),
  $and: ofValues('$and', 0, Infinity, (...values) => !values.some(isFalse)),
  $or: ofValues('$or', 0, Infinity, (...values) => !values.every(isFalse)),
  $not: ofValues('$not', 1, 1, isFalse),
  $cond: conditional,
  $ifNull: alternatives,
  $switch: choice,
  $let: withVariables,
  $literal: (argument) => () => argument,
};

/** By BSON order, missing apart from null. */
function comparison(name: string, result: (order: number) => boolean | number): Operator {
  return ofValues(name, 2, 2, (left, right) => result(compareValues(left, right)));
}

/** The greatest (`sign` 1) or least (-1) of the values; null and missing do not count. */
function extreme(values: readonly Value[], sign: 1 | -1): Value {
  let best: Value = null;
  for (const value of values) {
    if (isNothing(value)) continue;
    if (best === null || sign * compareValues(value, best) > 0) best = value;
  }
  return best;
}

function conditional(argument: Value, compile: Compile): Evaluator {
  const named = isDoc(argument) ? fieldsOf('$cond', ['if', 'then', 'else'], argument) : undefined;
  const parts = named ? [named.if, named.then, named.else] : argument;
  if (!Array.isArray(parts) || parts.length !== 3 || (named && Object.keys(named).length !== 3)) {
    throw badValue('$cond takes if, then and else');
  }
  const [test, then, otherwise] = parts.map((part) => compile(part));
  return (doc, variables) => (isFalse(test?.(doc, variables)) ? otherwise : then)?.(doc, variables);
}

function alternatives(argument: Value, compile: Compile): Evaluator {
  if (!Array.isArray(argument) || argument.length < 2) throw badValue('$ifNull needs at least two arguments');
  const evaluators = argument.map((item) => compile(item));
  return (doc, variables) => {
    let value: Value;
    for (const evaluate of evaluators) {
      value = evaluate(doc, variables);
      if (!isNothing(value)) break;
    }
    return value;
  };
}

function choice(argument: Value, compile: Compile): Evaluator {
  const { branches, ...rest } = fieldsOf('$switch', ['branches', 'default'], argument);
  if (!Array.isArray(branches) || branches.length === 0) throw badValue('$switch requires at least one branch');
  const compiled = branches.map((branch) => {
    const { case: test, then } = fieldsOf('$switch', ['case', 'then'], branch);
    if (test === undefined || then === undefined) throw badValue('$switch requires each branch have case and then');
    return { test: compile(test), then: compile(then) };
  });
  const otherwise = 'default' in rest ? compile(rest.default) : undefined;
  return (doc, variables) => {
    const taken = compiled.find(({ test }) => !isFalse(test(doc, variables)))?.then ?? otherwise;
    if (!taken) throw badValue('$switch could not find a matching branch for an input, and no default was specified');
    return taken(doc, variables);
  };
}

function withVariables(argument: Value, compile: Compile): Evaluator {
  const { vars, in: body } = fieldsOf('$let', ['vars', 'in'], argument);
  if (!isDoc(vars) || body === undefined) throw badValue('$let needs vars and in');
  const named = Object.keys(vars).map((name) => ({ name, evaluate: compile(vars[name]) }));
  const evaluate = compile(body, ...named.map(({ name }) => name));
  return (doc, variables) => {
    const values = new Map(variables);
    for (const { name, evaluate: valueOf } of named) values.set(name, valueOf(doc, variables));
    return evaluate(doc, values);
  };
}
