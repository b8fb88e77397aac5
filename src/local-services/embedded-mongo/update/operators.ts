import { BSONRegExp, Timestamp } from 'bson';
import { add, multiply } from '../bson/arithmetic';
import { compareValues, equalValues } from '../bson/compare';
import { clone, isDoc, isNumeric, NumericValue, toNumber, typeName, Value } from '../bson/value';
import { badValue, CommandError } from '../errors';
import { matcherOf } from '../query/matcher';
import { pushChange } from './push';
import { Change, KEEP, REMOVE, WhenMissing } from './mutate';

/** How an update operator changes a field, made from its argument. */
export interface Operator {
  change: (path: string, argument: Value) => Change;
  whenMissing: WhenMissing;
}

const set: Operator = { change: (_path, argument) => () => clone(argument), whenMissing: 'create' };

/** The operators that change one field. `$rename` concerns two and is dealt with apart. */
export const OPERATORS: ReadonlyMap<string, Operator> = new Map(
  Object.entries<Operator>({
    $set: set,
    $setOnInsert: set,
    $unset: { change: () => (value: Value) => (value === undefined ? KEEP : REMOVE), whenMissing: 'ignore' },
    $inc: { change: increment, whenMissing: 'create' },
    $mul: { change: scale, whenMissing: 'create' },
    $min: { change: keepExtreme(-1), whenMissing: 'create' },
    $max: { change: keepExtreme(1), whenMissing: 'create' },
    $currentDate: { change: currentDate, whenMissing: 'create' },
    $push: { change: pushChange, whenMissing: 'create' },
    $addToSet: { change: addToSet, whenMissing: 'create' },
    $pull: { change: pull, whenMissing: 'check' },
    $pullAll: { change: pullAll, whenMissing: 'check' },
    $pop: { change: pop, whenMissing: 'check' },
  }),
);

function increment(path: string, argument: Value): Change {
  const amount = numeric('increment', path, argument);
  return (value) => {
    if (value === undefined) return amount;
    return inRange('$inc', path, value, add(numericField('$inc', path, value), amount));
  };
}

function scale(path: string, argument: Value): Change {
  const factor = numeric('multiply', path, argument);
  return (value) => {
    const current = value === undefined ? 0 : numericField('$mul', path, value);
    return inRange('$mul', path, value, multiply(current, factor));
  };
}

function numeric(verb: string, path: string, argument: Value): NumericValue {
  if (isNumeric(argument)) return argument;
  throw new CommandError(14, `Cannot ${verb} with non-numeric argument: {${path}: ${typeName(argument)}}`);
}

function numericField(operator: string, path: string, value: Value): NumericValue {
  if (isNumeric(value)) return value;
  throw new CommandError(
    14,
    `Cannot apply ${operator} to a value of non-numeric type. The field '${path}' is of type ${typeName(value)}`,
  );
}

function inRange(operator: string, path: string, value: Value, result: NumericValue | undefined): NumericValue {
  if (result !== undefined) return result;
  throw badValue(`Failed to apply ${operator} operations to current value (${typeName(value)}) of '${path}': overflow`);
}

function keepExtreme(sign: 1 | -1): (path: string, argument: Value) => Change {
  return (_path, argument) => (value) =>
    value === undefined || sign * compareValues(argument, value) > 0 ? clone(argument) : KEEP;
}

function currentDate(path: string, argument: Value): Change {
  const type = isDoc(argument) ? argument.$type : 'date';
  if (argument !== false && type === 'date') return () => new Date();
  if (type === 'timestamp') return () => new Timestamp({ t: Math.floor(Date.now() / 1000), i: 1 });
  throw badValue(`$currentDate of '${path}' must be true or name the type date or timestamp`);
}

function addToSet(path: string, argument: Value): Change {
  const each = isDoc(argument) && '$each' in argument ? argument.$each : [argument];
  if (!Array.isArray(each)) throw new CommandError(14, `The argument to $each in $addToSet must be an array`);
  return (value) => {
    const items = arrayField('$addToSet', path, value) ?? [];
    const added = [...items];
    for (const item of each) if (!added.some((known) => equalValues(known, item))) added.push(clone(item));
    return added.length > items.length || value === undefined ? added : KEEP;
  };
}

/** Operators and regular expressions after `$pull` are asked of each entry, a document's fields of those that are one. */
function pull(path: string, argument: Value): Change {
  const unwanted = pullTest(argument);
  return (value) => withoutItems('$pull', path, value, unwanted);
}

function pullTest(argument: Value): (item: Value) => boolean {
  if (argument instanceof BSONRegExp || (isDoc(argument) && Object.keys(argument)[0]?.startsWith('$') === true)) {
    const matches = matcherOf({ item: argument });
    return (item) => matches({ item });
  }
  if (!isDoc(argument)) return (item) => equalValues(item, argument);
  const matches = matcherOf(argument);
  return (item) => isDoc(item) && matches(item);
}

function pullAll(path: string, argument: Value): Change {
  if (!Array.isArray(argument)) throw badValue('$pullAll requires an array argument');
  return (value) =>
    withoutItems('$pullAll', path, value, (item) => argument.some((unwanted) => equalValues(unwanted, item)));
}

function withoutItems(
  operator: string,
  path: string,
  value: Value,
  unwanted: (item: Value) => boolean,
): ReturnType<Change> {
  const items = arrayField(operator, path, value);
  if (!items) return KEEP;
  const kept = items.filter((item) => !unwanted(item));
  return kept.length < items.length ? kept : KEEP;
}

function pop(path: string, argument: Value): Change {
  if (!isNumeric(argument) || Math.abs(toNumber(argument)) !== 1) {
    throw new CommandError(9, `$pop expects 1 or -1 for '${path}'`);
  }
  const first = toNumber(argument) < 0;
  return (value) => {
    if (value !== undefined && !Array.isArray(value)) {
      throw new CommandError(14, `Path '${path}' contains an element of non-array type '${typeName(value)}'`);
    }
    if (!value || value.length === 0) return KEEP;
    return first ? value.slice(1) : value.slice(0, -1);
  };
}

/** @throws CommandError (BadValue) when the field is there and no array */
export function arrayField(operator: string, path: string, value: Value): Value[] | undefined {
  if (value === undefined || Array.isArray(value)) return value;
  throw badValue(`Cannot apply ${operator} to '${path}': the field must be an array but is of type ${typeName(value)}`);
}
