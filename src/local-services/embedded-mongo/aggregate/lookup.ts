import { decode } from '../bson/decode';
import { Doc, isDoc, setField, Value } from '../bson/value';
import { badValue } from '../errors';
import { parseFilter } from '../query/filter';
import { valuesAtPath } from '../query/paths';
import { planQuery } from '../query/planner';
import { ScanCursor } from '../query/scan-cursor';
import { Collection } from '../storage/collection';
import { evaluator, valueAtPath } from './expression';
import { collect, PipelineContext, runStages, Stage } from './flow';

const OPTIONS = new Set(['from', 'localField', 'foreignField', 'as', 'let', 'pipeline']);

/** Joins the documents of another collection, by equal fields, by a pipeline with variables, or by both. */
export function lookup(spec: Value, context: PipelineContext): Stage {
  if (!isDoc(spec)) throw badValue('the $lookup specification must be an object');
  const unknown = Object.keys(spec).find((option) => !OPTIONS.has(option));
  if (unknown !== undefined) throw badValue(`unknown argument to $lookup: ${unknown}`);
  const { from, localField, foreignField, as, let: variables = {}, pipeline = [] } = spec;
  if (typeof from !== 'string' || typeof as !== 'string' || as.includes('.')) {
    throw badValue("$lookup needs 'from' and an 'as' without dots");
  }
  if (typeof localField !== typeof foreignField) {
    throw badValue('$lookup needs both localField and foreignField, or neither');
  }
  if (!isDoc(variables) || !Array.isArray(pipeline))
    throw badValue("$lookup's let must be an object and its pipeline an array");
  const names = Object.keys(variables);
  const evaluators = names.map((name) => evaluator(variables[name]));
  const fixed = names.length === 0 ? context.compile(pipeline, context) : undefined;
  return {
    reads: undefined,
    narrows: false,
    *run(input) {
      for (const doc of input) {
        if (doc === undefined) {
          yield doc;
          continue;
        }
        const filter = joinFilter(doc, localField, foreignField);
        const values = new Map(names.map((name, i) => [name, evaluators[i]?.(doc)]));
        const stages = fixed ?? context.compile(substitute(pipeline, values), context);
        const foreign = context.collection(from);
        const joined = foreign ? collect(runStages(stages, documentsOf(foreign, filter))) : [];
        const result: Doc = {};
        for (const name of Object.keys(doc)) setField(result, name, doc[name]);
        setField(result, as, joined);
        yield result;
        yield undefined;
      }
    },
  };
}

/** A missing local field joins with null and missing ones; an array with each of its entries. */
function joinFilter(doc: Doc, localField: Value, foreignField: Value): Doc {
  if (typeof localField !== 'string' || typeof foreignField !== 'string') return {};
  const { values } = valuesAtPath(doc, localField.split('.'));
  return { [foreignField]: { $in: values.map((value) => value ?? null) } };
}

function* documentsOf(collection: Collection, filter: Doc): Generator<Doc | undefined> {
  const cursor = new ScanCursor(planQuery(collection, parseFilter(filter), []));
  while (!cursor.done) for (const { bytes } of cursor.step()) yield decode(bytes);
}

/** The pipeline with each `$$variable` replaced by its value. */
function substitute(expression: Value, variables: ReadonlyMap<string, Value>): Value {
  if (Array.isArray(expression)) return expression.map((item) => substitute(item, variables));
  if (isDoc(expression)) {
    const copy: Doc = {};
    for (const name of Object.keys(expression)) setField(copy, name, substitute(expression[name], variables));
    return copy;
  }
  if (typeof expression !== 'string' || !expression.startsWith('$$')) return expression;
  const [name = '', ...path] = expression.slice(2).split('.');
  return variables.has(name) ? { $literal: valueAtPath(variables.get(name), path) ?? null } : expression;
}
