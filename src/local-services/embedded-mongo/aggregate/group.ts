import { compareValues } from '../bson/compare';
import { Doc, isDoc, setField, Value } from '../bson/value';
import { badValue } from '../errors';
import { identityOf } from '../storage/key-encoding';
import { Accumulator, GroupField, groupField } from './accumulators';
import { Evaluator, evaluator } from './expression';
import { expressionFields } from './expression-fields';
import { Flow, MemoryBudget, roughSize, Stage } from './flow';

interface Group {
  id: Value;
  accumulators: Accumulator[];
}

/** What a group costs beside its id. */
const GROUP_BYTES = 120;

export function group(spec: Value): Stage {
  if (!isDoc(spec)) throw badValue("a group's fields must be specified in an object");
  if (!('_id' in spec)) throw badValue('a group specification must include an _id');
  const { _id: id, ...fields } = spec;
  return groupStage('$group', evaluator(id), fieldsOf(fields), fieldsRead(spec));
}

/** Documents go into the bucket between whose boundaries `groupBy` falls. */
export function bucket(spec: Value): Stage {
  if (!isDoc(spec)) throw badValue('$bucket needs a document');
  const { groupBy, boundaries, default: other, output = { count: { $sum: 1 } }, ...unknown } = spec;
  const [stray] = Object.keys(unknown);
  if (stray !== undefined) throw badValue(`Unrecognized option to $bucket: ${stray}`);
  if (!Array.isArray(boundaries) || boundaries.length < 2)
    throw badValue("$bucket needs 'boundaries' of two or more values");
  if (!isDoc(output)) throw badValue("The $bucket 'output' field must be an object");
  const evaluate = evaluator(groupBy);
  const bucketOf: Evaluator = (doc) => {
    const value = evaluate(doc) ?? null;
    const next = boundaries.findIndex((boundary) => compareValues(value, boundary) < 0);
    if (next > 0) return boundaries[next - 1];
    if (other === undefined) throw badValue('$bucket could not find a matching bucket, and no default was specified');
    return other;
  };
  const grouped = groupStage('$bucket', bucketOf, fieldsOf(output), fieldsRead({ groupBy, output }));
  return { ...grouped, run: (input) => byId(grouped.run(input)) };
}

function* byId(flow: Flow): Flow & Generator<Doc | undefined> {
  const docs: Doc[] = [];
  for (const doc of flow) {
    if (doc === undefined) yield doc;
    else docs.push(doc);
  }
  yield* docs.sort((a, b) => compareValues(a._id, b._id));
}

function groupStage(stage: string, idOf: Evaluator, fields: GroupField[], reads: Set<string> | undefined): Stage {
  return {
    reads,
    narrows: true,
    *run(input) {
      const groups = new Map<string, Group>();
      const budget = new MemoryBudget(stage);
      for (const doc of input) {
        if (doc === undefined) {
          yield undefined;
          continue;
        }
        const id = idOf(doc) ?? null;
        const identity = identityOf(id);
        let found = groups.get(identity);
        if (!found) {
          budget.add(GROUP_BYTES + identity.length + roughSize(id) + fields.length * GROUP_BYTES);
          found = { id, accumulators: fields.map((field) => field.start(budget)) };
          groups.set(identity, found);
        }
        for (let i = 0; i < fields.length; i++) found.accumulators[i]?.add(fields[i]?.evaluate(doc));
      }
      for (const { id, accumulators } of groups.values()) {
        const result: Doc = { _id: id };
        fields.forEach(({ name }, i) => {
          setField(result, name, accumulators[i]?.result());
        });
        yield result;
      }
    },
  };
}

function fieldsOf(spec: Doc): GroupField[] {
  return Object.keys(spec).map((name) => groupField(name, spec[name]));
}

function fieldsRead(spec: Value): Set<string> | undefined {
  const fields = new Set<string>();
  return expressionFields(spec, fields) ? fields : undefined;
}
