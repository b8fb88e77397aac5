import { Doc, isDoc, isNumeric, toNumber, Value } from '../bson/value';
import { badValue } from '../errors';
import { QueryStream, Window } from '../query/document-stream';
import { parseFilter } from '../query/filter';
import { Plan } from '../query/plan';
import { planQuery } from '../query/planner';
import { countKeys, ScanCounts } from '../query/scan-cursor';
import { parseSort } from '../query/sort-spec';
import { Pace } from '../query/yielding';
import { isTrue } from '../storage/index-spec';
import { isCountedByKeys, parseAggregate, planAggregate } from './aggregate';
import { planCount, planDistinct } from './count';
import { describePlan } from './explain-plan';
import { hintOf, planFind, windowOf } from './find';
import { Command, Request } from './request';

/** How a command would be answered. */
interface Explained {
  plan: Plan | undefined;
  window: Window;
  /** The stages after those that the planner answers. */
  stages: Value[];
  /** Only a count is wanted, and the keys alone give it. */
  keysOnly: boolean;
}

const ALL: Window = { skip: 0, limit: Infinity };
const ONE: Window = { skip: 0, limit: 1 };

/**
 * Says how a command would be answered, in the shape of MongoDB's `explain`: `queryPlanner`, and with any verbosity but
 * that `executionStats`, for which the query is run and its writes are not; both in `stages[0].$cursor` for a pipeline
 * that has stages of its own.
 */
export const explain: Command = async (request) => {
  const inner = request.allow('verbosity').doc('explain');
  const explained = explainedCommand(request.nested(inner));
  const verbosity = request.value('verbosity') ?? 'allPlansExecution';
  const answer: Doc = {
    queryPlanner: { plannerVersion: 1, winningPlan: describe(explained), rejectedPlans: [] },
    ...(verbosity !== 'queryPlanner' && { executionStats: await measure(explained, request.pace()) }),
  };
  const { stages } = explained;
  return { ...(stages.length > 0 ? { stages: [{ $cursor: answer }, ...stages] } : answer), command: inner };
};

function explainedCommand(request: Request): Explained {
  const rest = { window: ALL, stages: [], keysOnly: false };
  switch (request.name) {
    case 'find':
      return { ...rest, plan: planFind(request), window: windowOf(request) };
    case 'count': {
      const plan = planCount(request);
      return { ...rest, plan, window: windowOf(request), keysOnly: isExact(plan) };
    }
    case 'distinct':
      return { ...rest, plan: planDistinct(request) };
    case 'aggregate': {
      const { split } = parseAggregate(request);
      const plan = planAggregate(request, split);
      const { window, rest: stages } = split;
      return { plan, window, stages, keysOnly: plan !== undefined && isCountedByKeys(plan, split) };
    }
    case 'update':
    case 'delete':
      return { ...rest, ...explainedWrite(request, `${request.name}s`) };
    case 'findAndModify': {
      const plan = planOf(request, request.doc('query'), request.doc('sort'), hintOf(request));
      return { ...rest, plan, window: ONE };
    }
    default:
      throw badValue(`explain of '${request.name}' is not supported by the embedded engine`);
  }
}

function explainedWrite(request: Request, statements: string): { plan: Plan | undefined; window: Window } {
  const [statement] = request.list(statements);
  if (!isDoc(statement) || !isDoc(statement.q)) throw badValue('nothing to explain');
  const { limit } = statement;
  const all = request.name === 'update' ? isTrue(statement.multi) : !isNumeric(limit) || toNumber(limit) === 0;
  return { plan: planOf(request, statement.q, {}, statement.hint), window: all ? ALL : ONE };
}

function planOf(request: Request, filter: Doc, sort: Doc, hint: Value): Plan | undefined {
  const collection = request.collection();
  return collection && planQuery(collection, parseFilter(filter), parseSort(sort), hint);
}

function isExact(plan: Plan | undefined): boolean {
  return plan?.scans.every((scan) => scan.exact) === true;
}

function describe({ plan, window, keysOnly }: Explained, counts?: readonly ScanCounts[]): Doc {
  return plan ? describePlan(plan, window, keysOnly, counts) : { stage: 'EOF' };
}

async function measure(explained: Explained, pace: Pace): Promise<Doc> {
  const start = performance.now();
  const { nReturned, counts } = await run(explained, pace);
  return {
    executionSuccess: true,
    nReturned,
    executionTimeMillis: Math.round(performance.now() - start),
    totalKeysExamined: counts.reduce((sum, { keysExamined }) => sum + keysExamined, 0),
    totalDocsExamined: counts.reduce((sum, { docsExamined }) => sum + docsExamined, 0),
    executionStages: describe(explained, counts),
  };
}

async function run(
  { plan, window, keysOnly }: Explained,
  pace: Pace,
): Promise<{ nReturned: number; counts: readonly ScanCounts[] }> {
  if (!plan) return { nReturned: 0, counts: [] };
  if (keysOnly) {
    const keysExamined = countKeys(plan);
    return { nReturned: 1, counts: [{ keysExamined, docsExamined: 0, nReturned: keysExamined }] };
  }
  const stream = new QueryStream(plan, window);
  let nReturned = 0;
  while (!stream.done) {
    nReturned += stream.step().length;
    await pace.rest();
  }
  return { nReturned, counts: stream.cursor.counts };
}
