import { evaluator } from '../aggregate/expression';
import { decode } from '../bson/decode';
import { Doc, isDoc, isNumeric, setField, toNumber, Value } from '../bson/value';
import { collectFields, ELEMENT, Filter, parseFilter } from './filter';
import { anyAtPath } from './paths';
import { valueTest } from './tests';

export type Matcher = (doc: Doc) => boolean;

export function compileFilter(filter: Filter): Matcher {
  switch (filter.kind) {
    case 'and': {
      const matchers = filter.filters.map(compileFilter);
      return (doc) => matchers.every((matches) => matches(doc));
    }
    case 'or': {
      const matchers = filter.filters.map(compileFilter);
      return (doc) => matchers.some((matches) => matches(doc));
    }
    case 'nor': {
      const matchers = filter.filters.map(compileFilter);
      return (doc) => !matchers.some((matches) => matches(doc));
    }
    case 'not': {
      const matches = compileFilter(filter.filter);
      return (doc) => !matches(doc);
    }
    case 'expression': {
      const evaluate = evaluator(filter.expression);
      return (doc) => isTrueResult(evaluate(doc));
    }
    case 'test': {
      const parts = partsOf(filter.path);
      if (filter.operator === '$exists') return existenceMatcher(parts, filter.argument);
      const test = valueTest(filter.operator, filter.argument);
      if (filter.path === ELEMENT) return (doc) => test(doc[ELEMENT], true);
      return (doc) => anyAtPath(doc, parts, test);
    }
    case 'elements': {
      const parts = partsOf(filter.path);
      const matches = compileFilter(filter.filter);
      const test = filter.onValues
        ? (item: Value): boolean => matches({ [ELEMENT]: item })
        : (item: Value): boolean => (isDoc(item) ? matches(item) : Array.isArray(item) && matches(arrayAsDoc(item)));
      return (doc) => anyAtPath(doc, parts, (value) => Array.isArray(value) && value.some(test));
    }
  }
}

/** `$exists: false` holds where `$exists: true` does not, over all values that the path reaches. */
function existenceMatcher(parts: string[], argument: Value): Matcher {
  const wanted = valueTest('$exists', argument)(0);
  return (doc) => anyAtPath(doc, parts, (value) => value !== undefined) === wanted;
}

function partsOf(path: string): string[] {
  return path.split('.');
}

function arrayAsDoc(items: Value[]): Doc {
  const doc: Doc = {};
  items.forEach((item, index) => {
    setField(doc, String(index), item);
  });
  return doc;
}

/** What an expression counts as where a condition is wanted: false, null, missing and zero are false. */
export function isTrueResult(value: Value): boolean {
  if (isNumeric(value)) return toNumber(value) !== 0;
  return value !== false && value !== null && value !== undefined;
}

export function matcherOf(filter: Doc): Matcher {
  return compileFilter(parseFilter(filter));
}

/** A matcher of raw documents; it decodes only the fields that the filter reads. */
export function rawMatcher(filter: Filter): (bytes: Buffer) => boolean {
  const matches = compileFilter(filter);
  const fields = new Set<string>();
  const wanted = collectFields(filter, fields) ? fields : undefined;
  return (bytes) => matches(decode(bytes, 0, wanted));
}
