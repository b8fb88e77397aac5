import { Doc, getField, isDoc, setField, typeName, Value } from '../bson/value';
import { badValue } from '../errors';
import { compileProjection } from '../query/projection';
import { topLevelOf } from '../query/paths';
import { Evaluator, evaluator } from './expression';
import { expressionFields } from './expression-fields';

/** A stage that makes one document from one. */
export interface DocumentStage {
  apply: (doc: Doc) => Doc;
  /** The top-level fields that it reads; undefined when that may be all. */
  reads: Set<string> | undefined;
  /** Whether nothing of the document comes through but what it reads. */
  narrows: boolean;
}

/** The stages that make one document from one. */
export const DOCUMENT_STAGES: ReadonlyMap<string, (spec: Value) => DocumentStage> = new Map([
  ['$set', (spec: Value) => addFields('$set', spec)],
  ['$addFields', (spec: Value) => addFields('$addFields', spec)],
  ['$unset', unset],
  ['$project', project],
  ['$replaceRoot', replaceRoot],
  ['$replaceWith', replaceWith],
]);

/** @throws CommandError (BadValue) for a stage that is unknown or malformed */
export function documentStage(name: string, spec: Value): DocumentStage {
  const compile = DOCUMENT_STAGES.get(name);
  if (!compile) throw badValue(`Unrecognized pipeline stage name: '${name}'`);
  return compile(spec);
}

function project(spec: Value): DocumentStage {
  if (!isDoc(spec) || Object.keys(spec).length === 0) throw badValue('$project needs a document that is not empty');
  const { apply, wanted } = compileProjection(spec);
  return { apply, reads: wanted, narrows: wanted !== undefined };
}

function replaceRoot(spec: Value): DocumentStage {
  if (!isDoc(spec) || Object.keys(spec).join() !== 'newRoot') throw badValue('$replaceRoot needs newRoot');
  return replaceWith(spec.newRoot);
}

function addFields(name: string, spec: Value): DocumentStage {
  if (!isDoc(spec)) throw badValue(`${name} specification stage must be an object`);
  const fields = Object.keys(spec).map((path) => ({ parts: path.split('.'), evaluate: evaluator(spec[path]) }));
  return {
    reads: undefined,
    narrows: false,
    apply: (doc) => {
      let result = doc;
      for (const { parts, evaluate } of fields) result = withField(result, parts, evaluate(doc)) as Doc;
      return result;
    },
  };
}

/** A copy of the value with the field at a path set; arrays on the way are entered, anything else is replaced. */
function withField(value: Value, parts: readonly string[], added: Value): Value {
  const [part, ...rest] = parts;
  if (part === undefined) return added;
  if (Array.isArray(value)) return value.map((item) => withField(item, parts, added));
  const copy: Doc = {};
  if (isDoc(value)) for (const name of Object.keys(value)) setField(copy, name, value[name]);
  const field = withField(isDoc(value) ? getField(value, part) : undefined, rest, added);
  if (field === undefined) Reflect.deleteProperty(copy, part);
  else setField(copy, part, field);
  return copy;
}

function unset(spec: Value): DocumentStage {
  const paths = Array.isArray(spec) ? spec : [spec];
  const projection: Doc = {};
  for (const path of paths) {
    if (typeof path !== 'string' || path === '') throw badValue('$unset needs a field name or an array of them');
    projection[path] = 0;
  }
  return { apply: compileProjection(projection).apply, reads: undefined, narrows: false };
}

function replaceWith(expression: Value): DocumentStage {
  const evaluate: Evaluator = evaluator(expression);
  const fields = new Set<string>();
  const reads = expressionFields(expression, fields) ? new Set([...fields].map(topLevelOf)) : undefined;
  return {
    reads,
    narrows: reads !== undefined,
    apply: (doc) => {
      const root = evaluate(doc);
      if (!isDoc(root)) throw badValue(`'newRoot' expression must evaluate to an object, but was ${typeName(root)}`);
      return root;
    },
  };
}
