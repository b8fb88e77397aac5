import { Long } from 'bson';
import { countingGroup, PipelineStream, splitPipeline, SplitPipeline } from '../aggregate/pipeline';
import { PipelineContext, Stage } from '../aggregate/flow';
import { compilePipeline, stageOf } from '../aggregate/stages';
import { encode } from '../bson/encode';
import { badValue, CommandError } from '../errors';
import { ServerCursor } from '../query/cursors';
import { DocumentStream, QueryStream } from '../query/document-stream';
import { Plan } from '../query/plan';
import { planQuery } from '../query/planner';
import { countKeys } from '../query/scan-cursor';
import { cursorReply, hintOf } from './find';
import { Command, numberOf, Request } from './request';

const FIRST_BATCH = 101;
const NO_SOURCE: DocumentStream = { step: () => [], done: true };

/** Stages that need what a single engine does not have. */
const REFUSED = new Map([
  ['$changeStream', 'change streams need a replica set; the embedded engine has none'],
  ['$out', '$out is not supported by the embedded engine'],
  ['$merge', '$merge is not supported by the embedded engine'],
]);

export const aggregate: Command = async (request) => {
  const { split, stages } = parseAggregate(request);
  const plan = planAggregate(request, split);
  const cursor = new ServerCursor(`${request.db}.${request.collectionName()}`, streamOf(plan, split, stages));
  const size = numberOf(request.doc('cursor').batchSize, 'batchSize', FIRST_BATCH);
  const batch = await cursor.batch(size, request.pace());
  const id = cursor.isExhausted ? Long.ZERO : request.engine.cursors.add(cursor);
  return cursorReply('firstBatch', batch, id, cursor.namespace);
};

/** @throws CommandError for stages that are unknown, malformed or refused */
export function parseAggregate(request: Request): { split: SplitPipeline; stages: Stage[] } {
  request.allow('pipeline', 'cursor', 'hint', 'let');
  if (Object.keys(request.doc('let')).length > 0) throw badValue("'let' is not supported by the embedded engine");
  const pipeline = request.list('pipeline');
  for (const stage of pipeline) {
    const reason = REFUSED.get(stageOf(stage).name);
    if (reason !== undefined) throw new CommandError(20, reason);
  }
  const split = splitPipeline(pipeline);
  return { split, stages: compilePipeline(split.rest, contextOf(request)) };
}

export function planAggregate(request: Request, { filter, sort }: SplitPipeline): Plan | undefined {
  const collection = request.collection();
  return collection && planQuery(collection, filter, sort, hintOf(request));
}

function contextOf(request: Request): PipelineContext {
  return {
    collection: (name) => request.engine.store.find(request.db, name),
    compile: compilePipeline,
  };
}

function streamOf(plan: Plan | undefined, split: SplitPipeline, stages: Stage[]): DocumentStream {
  const counted = plan && countedResult(plan, split);
  if (counted) return counted;
  const source = plan ? new QueryStream(plan, split.window) : NO_SOURCE;
  return stages.length > 0 ? new PipelineStream(source, stages) : source;
}

/** Whether a pipeline only counts, and the keys decide what. */
export function isCountedByKeys(plan: Plan, { rest }: SplitPipeline): boolean {
  return rest.length === 1 && countingGroup(rest[0]) !== undefined && plan.scans.every((scan) => scan.exact);
}

function countedResult(plan: Plan, split: SplitPipeline): DocumentStream | undefined {
  const { window, rest } = split;
  const result = isCountedByKeys(plan, split) ? countingGroup(rest[0]) : undefined;
  if (!result) return undefined;
  const count = Math.min(window.limit, Math.max(0, countKeys(plan) - window.skip));
  const documents = count > 0 ? [encode(result(count))] : [];
  return {
    step: () => documents.splice(0),
    get done() {
      return documents.length === 0;
    },
  };
}
