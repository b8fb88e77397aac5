import { Doc, getField, isDoc, setField, Value } from '../bson/value';
import { badValue } from '../errors';
import { topLevelOf } from '../query/paths';
import { valueAtPath } from './expression';
import { Stage } from './flow';

/** A document for each entry of an array. */
export function unwind(spec: Value): Stage {
  const {
    path,
    preserveNullAndEmptyArrays = false,
    includeArrayIndex,
    ...unknown
  } = isDoc(spec) ? spec : { path: spec };
  const [stray] = Object.keys(unknown);
  if (stray !== undefined) throw badValue(`unrecognized option to $unwind stage: ${stray}`);
  if (typeof path !== 'string' || !path.startsWith('$') || path.length < 2) {
    throw badValue("path option to $unwind stage should be prefixed with a '$'");
  }
  if (includeArrayIndex !== undefined && typeof includeArrayIndex !== 'string') {
    throw badValue('includeArrayIndex must be a string');
  }
  const parts = path.slice(1).split('.');
  const keepsEmpty = preserveNullAndEmptyArrays === true;
  const withIndex = (doc: Doc, index: number | null): Doc => {
    if (includeArrayIndex !== undefined) setField(doc, includeArrayIndex, index);
    return doc;
  };
  return {
    reads: new Set([topLevelOf(path.slice(1))]),
    narrows: false,
    *run(input) {
      for (const doc of input) {
        const value = doc && valueAtPath(doc, parts);
        if (!doc) {
          yield doc;
        } else if (Array.isArray(value) && value.length > 0) {
          for (const [index, item] of value.entries()) yield withIndex(replaced(doc, parts, item), index);
        } else if (Array.isArray(value)) {
          if (keepsEmpty) yield withIndex(replaced(doc, parts, undefined), null);
        } else if ((value !== null && value !== undefined) || keepsEmpty) {
          yield withIndex({ ...doc }, null);
        }
      }
    },
  };
}

function replaced(doc: Doc, parts: readonly string[], item: Value): Doc {
  const [part = '', ...rest] = parts;
  const copy: Doc = {};
  for (const name of Object.keys(doc)) setField(copy, name, doc[name]);
  const inner = getField(doc, part);
  if (rest.length > 0) setField(copy, part, isDoc(inner) ? replaced(inner, rest, item) : inner);
  else if (item === undefined) Reflect.deleteProperty(copy, part);
  else setField(copy, part, item);
  return copy;
}
