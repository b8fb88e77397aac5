import { Doc, isDoc, isNumeric, toNumber, Value } from '../../bson/value';
import { badValue } from '../../errors';

/** Values of `$$name`, by name. */
export type Variables = ReadonlyMap<string, Value>;

/** The value of an expression for a document; undefined when it is missing. */
export type Evaluator = (doc: Doc, variables?: Variables) => Value;

/** Compiles an expression inside an operator's argument; `names` are variables that it may use beside the outer ones. */
export type Compile = (expression: Value, ...names: string[]) => Evaluator;

/** Compiles an operator with its argument. */
export type Operator = (argument: Value, compile: Compile) => Evaluator;

/** Operators by their names. */
export type OperatorTable = Record<`$${string}`, Operator>;

export function isNothing(value: Value): value is null | undefined {
  return value === null || value === undefined;
}

/** An operator that is a function of its arguments' values, of which it takes at least `least` and at most `most`. */
export function ofValues(name: string, least: number, most: number, call: (...values: Value[]) => Value): Operator {
  return (argument, compile) => {
    const given = Array.isArray(argument) ? argument : [argument];
    if (given.length < least || given.length > most) {
      throw badValue(
        `Expression ${name} takes ${least === most ? '' : 'at least '}${least} arguments, not ${given.length}`,
      );
    }
    const evaluators = given.map((item) => compile(item));
    return (doc, variables) => call(...evaluators.map((evaluate) => evaluate(doc, variables)));
  };
}

/** The same for one that answers null when any argument is null or missing. */
export function ofPresent(name: string, least: number, most: number, call: (...values: Value[]) => Value): Operator {
  return ofValues(name, least, most, (...values) => (values.some(isNothing) ? null : call(...values)));
}

/** The same for any number of arguments, of which those behind the first that is null or missing do not count. */
export function ofList(name: string, call: (values: Value[]) => Value): Operator {
  return ofValues(name, 0, Infinity, (...values) => {
    const end = values.findIndex(isNothing);
    const result = call(end === -1 ? values : values.slice(0, end));
    return end === -1 ? result : null;
  });
}

/** An operator whose argument is a document of named expressions. @throws CommandError for names it does not have */
export function ofFields(name: string, fields: readonly string[], call: (values: Doc) => Value): Operator {
  return (argument, compile) => {
    const given = fieldsOf(name, fields, argument);
    const evaluators = Object.keys(given).map((field) => ({ field, evaluate: compile(given[field]) }));
    return (doc, variables) => {
      const values: Doc = {};
      for (const { field, evaluate } of evaluators) values[field] = evaluate(doc, variables);
      return call(values);
    };
  };
}

/** @throws CommandError (BadValue) when the argument is no document, or has a field that the operator does not know */
export function fieldsOf(name: string, fields: readonly string[], argument: Value): Doc {
  if (!isDoc(argument)) throw badValue(`${name} takes an object with the fields ${fields.join(', ')}`);
  const unknown = Object.keys(argument).find((field) => !fields.includes(field));
  if (unknown !== undefined) throw badValue(`${name} found an unknown argument: ${unknown}`);
  return argument;
}

export function arrayArgument(name: string, value: Value): Value[] {
  if (!Array.isArray(value)) throw badValue(`${name} needs an array`);
  return value;
}

export function stringArgument(name: string, value: Value): string {
  if (typeof value !== 'string') throw badValue(`${name} needs a string`);
  return value;
}

export function wholeArgument(name: string, value: Value): number {
  const number = isNumeric(value) ? toNumber(value) : NaN;
  if (!Number.isInteger(number) || Math.abs(number) >= 2 ** 31) throw badValue(`${name} needs a 32-bit whole number`);
  return number;
}
