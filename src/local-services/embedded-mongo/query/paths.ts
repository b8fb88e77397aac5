import { Doc, getField, isDoc, Value } from '../bson/value';

const INDEX = /^(0|[1-9][0-9]*)$/;

export function isArrayIndex(part: string): boolean {
  return INDEX.test(part);
}

/** The first name of a dotted path. */
export function topLevelOf(path: string): string {
  const dot = path.indexOf('.');
  return dot === -1 ? path : path.slice(0, dot);
}

/** A test of a value that a path reaches; `isEntry` when the path ends in the value's position in an array. */
export type PathTest = (found: Value, isEntry: boolean) => boolean;

/**
 * Whether any value that a query path reaches passes the test. Arrays on the way are searched, by their documents and
 * by a numeric part's position; a missing field is tested as undefined. Arrays at the end are tested whole; entries
 * are the caller's matter.
 */
export function anyAtPath(value: Value, parts: readonly string[], test: PathTest, depth = 0, isEntry = false): boolean {
  const part = parts[depth];
  if (part === undefined) return test(value, isEntry);
  if (Array.isArray(value)) {
    if (isArrayIndex(part) && Number(part) < value.length) {
      const item = value[Number(part)];
      const reaches = depth + 1 === parts.length || isDoc(item) || Array.isArray(item);
      if (reaches && anyAtPath(item, parts, test, depth + 1, true)) return true;
    }
    return value.some((item) => isDoc(item) && anyAtPath(item, parts, test, depth));
  }
  return anyAtPath(isDoc(value) ? getField(value, part) : undefined, parts, test, depth + 1);
}

/**
 * All values that an index, a sort or `distinct` sees at a path: arrays at the end are spread, a missing field is
 * undefined.
 * @param positionOnly whether a number in the path that is a position in an array is nothing else, as for a sort
 */
export function valuesAtPath(
  doc: Doc,
  parts: readonly string[],
  positionOnly = false,
): { values: Value[]; spread: boolean } {
  const values: Value[] = [];
  let spread = false;
  const visit = (value: Value, depth: number): void => {
    const part = parts[depth];
    if (Array.isArray(value)) {
      spread = true;
      if (part === undefined) {
        values.push(...value);
        return;
      }
      const isPosition = isArrayIndex(part) && Number(part) < value.length;
      if (isPosition) visit(value[Number(part)], depth + 1);
      if (isPosition && positionOnly) return;
      for (const item of value) visit(Array.isArray(item) ? undefined : item, depth);
    } else if (part === undefined) {
      values.push(value);
    } else {
      visit(isDoc(value) ? getField(value, part) : undefined, depth + 1);
    }
  };
  visit(doc, 0);
  return { values, spread };
}
