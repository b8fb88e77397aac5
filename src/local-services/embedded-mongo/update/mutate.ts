import { Doc, getField, isDoc, setField, typeName, Value } from '../bson/value';
import { badValue, CommandError } from '../errors';
import { isArrayIndex } from '../query/paths';

/** What a change may answer instead of a new value. */
export const KEEP = Symbol('keep');
export const REMOVE = Symbol('remove');
export type Change = (value: Value) => Value | typeof KEEP | typeof REMOVE;

/** What `$` and `$[name]` in a path stand for. */
export interface Positions {
  /** The index of the entry of the array at `path` that the query matched. */
  matched: (path: string) => number | undefined;
  filters: ReadonlyMap<string, (item: Value) => boolean>;
}

/**
 * What becomes of a path that is not in the document: its documents are made; or nothing, but it is refused where it could
 * not be made; or nothing at all.
 */
export type WhenMissing = 'create' | 'check' | 'ignore';

/** The most nulls that setting a far index of an array may put in between. */
const MAX_PADDING = 1_500_000;

/**
 * Changes the value at a path, in place.
 * @throws CommandError (PathNotViable) when something that is no document lies on the way
 */
export function mutate(
  root: Doc,
  parts: readonly string[],
  change: Change,
  whenMissing: WhenMissing,
  positions: Positions,
): void {
  mutateIn(root, 0);

  function mutateIn(container: Doc | Value[], depth: number): void {
    const part = parts[depth] ?? '';
    if (Array.isArray(container)) {
      for (const index of indexesOf(container, part, depth)) mutateItem(container, index, depth);
      return;
    }
    if (part.startsWith('$[') || part === '$') {
      throw mustExist(depth);
    }
    const result = changed(getField(container, part), depth);
    if (result === REMOVE) Reflect.deleteProperty(container, part);
    else if (result !== KEEP) setField(container, part, result);
  }

  function mutateItem(items: Value[], index: number, depth: number): void {
    const result = changed(items[index], depth);
    if (result === KEEP) return;
    if (index - items.length > MAX_PADDING) throw badValue(`cannot pad an array to index ${index}`);
    while (items.length < index) items.push(null);
    items[index] = result === REMOVE ? null : result;
  }

  /** The new value of a field or entry; nested containers are changed in place. */
  function changed(value: Value, depth: number): ReturnType<Change> {
    if (depth === parts.length - 1) return change(value);
    if (Array.isArray(value) || isDoc(value)) {
      mutateIn(value, depth + 1);
      return KEEP;
    }
    if (parts.slice(depth + 1).some((part) => part.startsWith('$'))) throw mustExist(depth + 1);
    if (whenMissing === 'ignore') return KEEP;
    if (value !== undefined) {
      const field = `{${parts[depth] ?? ''}: ${typeName(value)}}`;
      throw new CommandError(28, `Cannot create field '${parts[depth + 1] ?? ''}' in element ${field}`);
    }
    if (whenMissing === 'check') return KEEP;
    const made: Doc = {};
    mutateIn(made, depth + 1);
    return Object.keys(made).length > 0 ? made : KEEP;
  }

  function indexesOf(items: Value[], part: string, depth: number): number[] {
    if (part === '$') {
      const index = positions.matched(pathTo(depth));
      if (index !== undefined) return [index];
      throw badValue('The positional operator did not find the match needed from the query.');
    }
    if (part === '$[]') return [...items.keys()];
    if (part.startsWith('$[')) {
      const matches = positions.filters.get(part.slice(2, -1));
      if (!matches) throw badValue(`No array filter found for identifier '${part.slice(2, -1)}'`);
      return [...items.keys()].filter((index) => matches(items[index]));
    }
    if (isArrayIndex(part)) return Number(part) < items.length || whenMissing === 'create' ? [Number(part)] : [];
    if (whenMissing === 'ignore') return [];
    throw new CommandError(28, `Cannot create field '${part}' in element {${parts[depth - 1] ?? ''}: array}`);
  }

  function mustExist(depth: number): CommandError {
    return badValue(`The path '${pathTo(depth)}' must be an array of the document in order to apply array updates.`);
  }

  function pathTo(depth: number): string {
    return parts.slice(0, depth).join('.');
  }
}
