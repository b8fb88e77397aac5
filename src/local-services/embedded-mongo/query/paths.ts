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

/**
 * Whether any value that a query path reaches passes the test. Arrays on the way are searched, by their documents and
 * by a numeric part's position; a missing field is tested as undefined. Arrays at the end are tested whole; entries
 * are the caller's matter.
 */
export function anyAtPath(value: Value, parts: readonly string[], test: (found: Value) => boolean, depth = 0): boolean {
  const part = parts[depth];
  if (part === undefined) return test(value);
  if (Array.isArray(value)) {
    if (isArrayIndex(part) && Number(part) < value.length) {
      if (anyAtPath(value[Number(part)], parts, test, depth + 1)) return true;
    }
    return value.some((item) => isDoc(item) && anyAtPath(item, parts, test, depth));
  }
  return anyAtPath(isDoc(value) ? getField(value, part) : undefined, parts, test, depth + 1);
}

/** All values that an index or `distinct` sees at a path: arrays at the end are spread, a missing field is undefined. */
export function valuesAtPath(doc: Doc, parts: readonly string[]): { values: Value[]; spread: boolean } {
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
      if (isArrayIndex(part) && Number(part) < value.length) visit(value[Number(part)], depth + 1);
      for (const item of value) if (!Array.isArray(item)) visit(item, depth);
    } else if (part === undefined) {
      values.push(value);
    } else {
      visit(isDoc(value) ? getField(value, part) : undefined, depth + 1);
    }
  };
  visit(doc, 0);
  return { values, spread };
}
