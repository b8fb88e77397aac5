import { Doc, isDoc, isNumeric, setField, toNumber, Value } from '../bson/value';
import { badValue } from '../errors';
import { collectFields, parseFilter } from '../query/filter';
import { compileFilter } from '../query/matcher';
import { topLevelOf } from '../query/paths';
import { parseSort } from '../query/sort-spec';
import { sortKey, Sorter } from '../query/sorter';
import { documentStage } from './document-stages';
import { Flow, MemoryBudget, PipelineContext, roughSize, runStages, Stage } from './flow';
import { bucket, group } from './group';
import { lookup } from './lookup';
import { unwind } from './unwind';

type StageCompiler = (spec: Value, context: PipelineContext) => Stage;

const NOTHING: ReadonlySet<string> = new Set();

/** The stages that do more than make one document from one. */
export const STAGES: ReadonlyMap<string, StageCompiler> = new Map<string, StageCompiler>(
  Object.entries({
    $match: match,
    $sort: sort,
    $skip: (spec) => skip(wholeNumber('$skip', spec, 0)),
    $limit: (spec) => limit(wholeNumber('$limit', spec, 1)),
    $count: count,
    $group: group,
    $bucket: bucket,
    $sortByCount: sortByCount,
    $unwind: unwind,
    $lookup: lookup,
    $facet: facet,
    $sample: sample,
  } satisfies Record<string, StageCompiler>),
);

/** @throws CommandError (BadValue) with the name of a stage that is unknown or malformed */
export function compilePipeline(pipeline: Value, context: PipelineContext): Stage[] {
  if (!Array.isArray(pipeline)) throw badValue("'pipeline' must be an array");
  return pipeline.map((stage) => {
    const { name, spec } = stageOf(stage);
    const compiler = STAGES.get(name);
    if (compiler) return compiler(spec, context);
    const { apply, reads, narrows } = documentStage(name, spec);
    return { run: (input) => eachDocument(input, apply), reads, narrows };
  });
}

export function stageOf(stage: Value): { name: string; spec: Value } {
  const [name, ...others] = isDoc(stage) ? Object.keys(stage) : [];
  if (!isDoc(stage) || name === undefined || others.length > 0) {
    throw badValue('A pipeline stage specification object must contain exactly one field.');
  }
  return { name, spec: stage[name] };
}

function* eachDocument(input: Flow, apply: (doc: Doc) => Doc): Generator<Doc | undefined> {
  for (const doc of input) yield doc && apply(doc);
}

function match(spec: Value): Stage {
  if (!isDoc(spec)) throw badValue('the match filter must be an expression in an object');
  const filter = parseFilter(spec);
  const matches = compileFilter(filter);
  const fields = new Set<string>();
  return {
    reads: collectFields(filter, fields) ? fields : undefined,
    narrows: false,
    *run(input) {
      for (const doc of input) if (doc === undefined || matches(doc)) yield doc;
    },
  };
}

function sort(spec: Value): Stage {
  if (!isDoc(spec) || Object.keys(spec).length === 0) throw badValue('the $sort key specification must be an object');
  const fields = parseSort(spec);
  return {
    reads: new Set(fields.map(({ path }) => topLevelOf(path))),
    narrows: false,
    *run(input) {
      const sorter = new Sorter<Doc>();
      for (const doc of input) {
        if (doc === undefined) yield doc;
        else sorter.add(sortKey(doc, fields), doc, roughSize(doc));
      }
      yield* sorter.sorted();
    },
  };
}

function skip(amount: number): Stage {
  return {
    reads: new Set(NOTHING),
    narrows: false,
    *run(input) {
      let left = amount;
      for (const doc of input) if (doc === undefined || left-- <= 0) yield doc;
    },
  };
}

function limit(amount: number): Stage {
  return {
    reads: new Set(NOTHING),
    narrows: false,
    *run(input) {
      let left = amount;
      for (const doc of input) {
        yield doc;
        if (doc !== undefined && --left === 0) return;
      }
    },
  };
}

function count(spec: Value): Stage {
  if (typeof spec !== 'string' || spec === '' || spec.startsWith('$') || spec.includes('.')) {
    throw badValue('the count field must be a non-empty string without $ and .');
  }
  return {
    reads: new Set(NOTHING),
    narrows: true,
    *run(input) {
      let total = 0;
      for (const doc of input) {
        if (doc === undefined) yield doc;
        else total++;
      }
      if (total > 0) yield { [spec]: total };
    },
  };
}

function sortByCount(spec: Value): Stage {
  const grouped = group({ _id: spec, count: { $sum: 1 } });
  const sorted = sort({ count: -1 });
  return { ...grouped, run: (input) => sorted.run(grouped.run(input)) };
}

/** Runs several pipelines over the same documents, which are held back for them. */
function facet(spec: Value, context: PipelineContext): Stage {
  if (!isDoc(spec) || Object.keys(spec).length === 0)
    throw badValue('the $facet specification must be a non-empty object');
  const pipelines = Object.keys(spec).map((name) => ({ name, stages: context.compile(spec[name], context) }));
  return {
    reads: undefined,
    narrows: false,
    *run(input) {
      const budget = new MemoryBudget('$facet');
      const docs: Doc[] = [];
      for (const doc of input) {
        if (doc === undefined) {
          yield doc;
        } else {
          budget.add(roughSize(doc));
          docs.push(doc);
        }
      }
      const result: Doc = {};
      for (const { name, stages } of pipelines) {
        const made: Doc[] = [];
        for (const doc of runStages(stages, withPauses(docs))) {
          if (doc === undefined) yield doc;
          else made.push(doc);
        }
        setField(result, name, made);
      }
      yield result;
    },
  };
}

/** After how many documents that lie ready other work may go in between. */
const PAUSE_AFTER = 128;

function* withPauses(docs: readonly Doc[]): Generator<Doc | undefined> {
  for (const [i, doc] of docs.entries()) {
    if (i % PAUSE_AFTER === 0) yield undefined;
    yield doc;
  }
}

/** Some documents chosen at random. */
function sample(spec: Value): Stage {
  const size = isDoc(spec) ? wholeNumber('$sample', spec.size, 1) : 0;
  if (size === 0) throw badValue('$sample stage must specify a size');
  return {
    reads: new Set(NOTHING),
    narrows: false,
    *run(input) {
      const chosen: { doc: Doc; rank: number }[] = [];
      for (const doc of input) {
        if (doc === undefined) {
          yield doc;
          continue;
        }
        chosen.push({ doc, rank: Math.random() });
        if (chosen.length >= size * 2 + 100) keepFirst(chosen, size);
      }
      keepFirst(chosen, size);
      for (const { doc } of chosen) yield doc;
    },
  };
}

function keepFirst(chosen: { rank: number }[], size: number): void {
  chosen.sort((a, b) => a.rank - b.rank);
  chosen.length = Math.min(size, chosen.length);
}

function wholeNumber(stage: string, value: Value, least: number): number {
  const number = isNumeric(value) ? toNumber(value) : NaN;
  if (!Number.isInteger(number) || number < least)
    throw badValue(`invalid argument to ${stage} stage: expected a whole number of at least ${least}`);
  return number;
}
