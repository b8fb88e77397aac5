import { itemOrder } from '../aggregate/operators/arrays';
import { clone, isDoc, isNumeric, toNumber, typeName, Value } from '../bson/value';
import { badValue, CommandError } from '../errors';
import { Change } from './mutate';

/** What may stand beside `$each`. */
export const MODIFIERS: ReadonlySet<string> = new Set(['$each', '$slice', '$position', '$sort']);

/** `$push`, with or without `$each` and its modifiers: entries go in at the position, then sort, then slice. */
export function pushChange(path: string, argument: Value): Change {
  const modifiers = isDoc(argument) && '$each' in argument ? argument : { $each: [argument] };
  for (const name of Object.keys(modifiers)) {
    if (!MODIFIERS.has(name)) throw badValue(`Unrecognized clause in $push: ${name}`);
  }
  const each = modifiers.$each;
  if (!Array.isArray(each)) throw badValue('The argument to $each in $push must be an array');
  const position = optionalInteger('$position', modifiers.$position);
  const slice = optionalInteger('$slice', modifiers.$slice);
  const order = '$sort' in modifiers ? itemOrder('$push', modifiers.$sort) : undefined;
  return (value) => {
    if (value !== undefined && !Array.isArray(value)) {
      throw badValue(`The field '${path}' must be an array but is of type ${typeName(value)}`);
    }
    const items = [...(value ?? [])];
    items.splice(position ?? items.length, 0, ...each.map(clone));
    if (order) items.sort(order);
    if (slice === undefined) return items;
    return slice < 0 ? items.slice(slice) : items.slice(0, slice);
  };
}

function optionalInteger(name: string, value: Value): number | undefined {
  if (value === undefined) return undefined;
  const number = isNumeric(value) ? toNumber(value) : NaN;
  if (!Number.isInteger(number)) throw new CommandError(2, `The value for ${name} must be an integer value`);
  return number;
}
