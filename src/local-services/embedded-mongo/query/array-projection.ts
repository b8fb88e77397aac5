import { Doc, isDoc, isNumeric, toNumber, Value } from '../bson/value';
import { matcherOf } from './matcher';

/** What a projection's `$slice` or `$elemMatch` makes of an array. */
export interface ArrayOperator {
  compute: (root: Doc, value: Value) => Value;
  /** How many entries at the head of an array it leaves, where that is all that it does. */
  head?: number;
  /** Whether fields that the projection does not name stay, as with `$slice`. */
  keepsOthers: boolean;
}

/** The projection operator in `spec`; undefined when that is an expression. */
export function arrayOperator(path: string, spec: Doc): ArrayOperator | undefined {
  const { $slice: slice, $elemMatch: condition } = spec;
  if (isDoc(condition)) {
    const matches = matcherOf({ items: { $elemMatch: condition } });
    const compute = (_root: Doc, value: Value): Value => {
      const found = Array.isArray(value) ? value.findIndex((item) => matches({ items: [item] })) : -1;
      return Array.isArray(value) && found !== -1 ? [value[found]] : undefined;
    };
    return path.includes('.') ? undefined : { compute, keepsOthers: false };
  }
  const bounds = Array.isArray(slice) ? slice : [slice];
  if (bounds.length > 2 || !bounds.every(isNumeric)) return undefined;
  const [first = 0, count] = bounds.map(toNumber);
  return {
    compute: (_root, value) => (Array.isArray(value) ? sliceOf(value, first, count) : value),
    keepsOthers: true,
    ...(count === undefined && first >= 0 && Number.isInteger(first) && { head: first }),
  };
}

function sliceOf(items: Value[], first: number, count: number | undefined): Value[] {
  if (count === undefined) return first < 0 ? items.slice(first) : items.slice(0, first);
  const start = first < 0 ? Math.max(0, items.length + first) : first;
  return items.slice(start, start + count);
}
