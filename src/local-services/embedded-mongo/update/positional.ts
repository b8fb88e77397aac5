import { Doc, Value } from '../bson/value';
import { Filter } from '../query/filter';
import { compileFilter } from '../query/matcher';
import { valueAtPath } from '../aggregate/expression';

/** The index of the first entry of the array at `path` that meets what the filter asks of that array. */
export function matchedPosition(filter: Filter, doc: Doc, path: string): number | undefined {
  const items = valueAtPath(doc, path.split('.'));
  if (!Array.isArray(items)) return undefined;
  const tests = conditionsOn(filter, path);
  if (tests.length === 0) return undefined;
  const index = items.findIndex((item) => tests.every((test) => test(item)));
  return index === -1 ? undefined : index;
}

/** The conditions of a filter on the array at `path` or inside it, as tests of one entry. */
function conditionsOn(filter: Filter, path: string): ((item: Value) => boolean)[] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.filters.flatMap((inner) => conditionsOn(inner, path));
    case 'test':
    case 'elements': {
      if (filter.path !== path && !filter.path.startsWith(`${path}.`)) return [];
      const matches = compileFilter({ ...filter, path: `items${filter.path.slice(path.length)}` });
      return [(item): boolean => matches({ items: [item] })];
    }
    default:
      return [];
  }
}
