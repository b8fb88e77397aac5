import { decode } from '../bson/decode';
import { encode } from '../bson/encode';
import { Doc, isDoc, isNumeric, toNumber, Value } from '../bson/value';
import { DocumentStream, Window } from '../query/document-stream';
import { Filter, parseFilter } from '../query/filter';
import { parseSort, SortField } from '../query/sort-spec';
import { Flow, runStages, Stage } from './flow';
import { stageOf } from './stages';

/** The head of a pipeline that the planner answers, and the stages after it. */
export interface SplitPipeline {
  filter: Filter;
  sort: SortField[];
  window: Window;
  rest: Value[];
}

/** Takes `$match`, then `$sort`, then `$skip` and `$limit` off the head of a pipeline. */
export function splitPipeline(pipeline: readonly Value[]): SplitPipeline {
  const filters: Filter[] = [];
  let sort: SortField[] = [];
  const window = { skip: 0, limit: Infinity };
  let phase = 0;
  let taken = 0;
  for (const stage of pipeline) {
    const { name, spec } = stageOf(stage);
    if (name === '$match' && phase === 0 && isDoc(spec)) {
      filters.push(parseFilter(spec));
    } else if (name === '$sort' && phase === 0 && isDoc(spec) && Object.keys(spec).length > 0) {
      sort = parseSort(spec);
      phase = 1;
    } else if ((name === '$skip' || name === '$limit') && isWhole(spec)) {
      narrow(window, name, toNumber(spec));
      phase = 2;
    } else {
      break;
    }
    taken++;
  }
  return { filter: { kind: 'and', filters }, sort, window, rest: pipeline.slice(taken) };
}

function isWhole(spec: Value): spec is number {
  return isNumeric(spec) && Number.isInteger(toNumber(spec)) && toNumber(spec) > 0;
}

function narrow(window: Window, name: '$skip' | '$limit', amount: number): void {
  if (name === '$limit') {
    window.limit = Math.min(window.limit, amount);
    return;
  }
  window.skip += amount;
  window.limit = Math.max(0, window.limit - amount);
}

/** The top-level fields that the stages need of a document; undefined for all. */
export function fieldsNeeded(stages: readonly Stage[]): Set<string> | undefined {
  const fields = new Set<string>();
  for (const { reads, narrows } of stages) {
    if (!reads) return undefined;
    for (const field of reads) fields.add(field);
    if (narrows) return fields;
  }
  return undefined;
}

/** The documents that the stages make of those of a source. */
export class PipelineStream implements DocumentStream {
  done = false;
  private readonly results: Iterator<Doc | undefined>;

  constructor(source: DocumentStream, stages: readonly Stage[]) {
    this.results = runStages(stages, decoded(source, fieldsNeeded(stages)))[Symbol.iterator]();
  }

  step(): Buffer[] {
    const documents: Buffer[] = [];
    while (documents.length < STEP) {
      const next = this.results.next();
      if (next.done === true) {
        this.done = true;
        break;
      }
      if (next.value === undefined) break;
      documents.push(encode(next.value));
    }
    return documents;
  }
}

const STEP = 128;

function* decoded(source: DocumentStream, wanted: Set<string> | undefined): Flow & Generator<Doc | undefined> {
  while (!source.done) {
    for (const bytes of source.step()) yield decode(bytes, 0, wanted);
    yield undefined;
  }
}

/** The result of a `$group` of everything into one that only counts, when `stage` is such; as `countDocuments` sends. */
export function countingGroup(stage: Value): ((count: number) => Doc) | undefined {
  const spec = isDoc(stage) ? stage.$group : undefined;
  if (!isDoc(spec) || !isConstant(spec._id)) return undefined;
  const { _id: id, ...fields } = spec;
  const names = Object.keys(fields);
  const counts = names.every((name) => {
    const field = fields[name];
    return isDoc(field) && Object.keys(field).join() === '$sum' && field.$sum === 1;
  });
  return counts
    ? (count) => ({ _id: id ?? null, ...Object.fromEntries(names.map((name) => [name, count])) })
    : undefined;
}

function isConstant(value: Value): boolean {
  return (
    value === null || value === undefined || isNumeric(value) || (typeof value === 'string' && !value.startsWith('$'))
  );
}
