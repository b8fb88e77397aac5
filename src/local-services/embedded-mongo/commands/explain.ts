import { Doc, isDoc, Value } from '../bson/value';
import { badValue } from '../errors';
import { Plan, Scan } from '../query/plan';
import { planQuery } from '../query/planner';
import { parseFilter } from '../query/filter';
import { ScanCursor } from '../query/scan-cursor';
import { keyPattern } from '../storage/index-spec';
import { Pace } from '../query/yielding';
import { parseAggregate, planAggregate } from './aggregate';
import { planCount, planDistinct } from './count';
import { planFind } from './find';
import { Command, Request } from './request';

/** Says how a command would be answered, in the shape of MongoDB's `explain`. */
export const explain: Command = async (request) => {
  const inner = request.allow('verbosity').doc('explain');
  const { plan, stages } = planOf(request.nested(inner));
  const verbosity = request.value('verbosity') ?? 'allPlansExecution';
  const queryPlanner = {
    plannerVersion: 1,
    winningPlan: plan ? describePlan(plan) : { stage: 'EOF' },
    rejectedPlans: [],
  };
  return {
    queryPlanner,
    ...(verbosity !== 'queryPlanner' && { executionStats: await measure(plan, request.pace()) }),
    ...(stages.length > 0 && { stages: [{ $cursor: { queryPlanner } }, ...stages] }),
    command: inner,
  };
};

function planOf(request: Request): { plan: Plan | undefined; stages: Value[] } {
  switch (request.name) {
    case 'find':
      return { plan: planFind(request), stages: [] };
    case 'count':
      return { plan: planCount(request), stages: [] };
    case 'distinct':
      return { plan: planDistinct(request), stages: [] };
    case 'aggregate': {
      const { split } = parseAggregate(request);
      return { plan: planAggregate(request, split), stages: split.rest };
    }
    case 'update':
    case 'delete':
      return { plan: planWrite(request, `${request.name}s`), stages: [] };
    case 'findAndModify': {
      const collection = request.collection();
      return { plan: collection && planQuery(collection, parseFilter(request.doc('query')), []), stages: [] };
    }
    default:
      throw badValue(`explain of '${request.name}' is not supported by the embedded engine`);
  }
}

function planWrite(request: Request, statements: string): Plan | undefined {
  const [statement] = request.list(statements);
  if (!isDoc(statement) || !isDoc(statement.q)) throw badValue('nothing to explain');
  const collection = request.collection();
  return collection && planQuery(collection, parseFilter(statement.q), [], statement.hint);
}

function describePlan(plan: Plan): Doc {
  const scans = plan.scans.map(describeScan);
  const [only = {}] = scans;
  const access: Doc = scans.length === 1 ? only : { stage: 'FETCH', inputStage: { stage: 'OR', inputStages: scans } };
  if (plan.sort.length === 0) return access;
  const sortPattern: Doc = {};
  for (const { path, descending } of plan.sort) sortPattern[path] = descending ? -1 : 1;
  return { stage: 'SORT', sortPattern, inputStage: access };
}

function describeScan(scan: Scan): Doc {
  const { index, reverse, exact } = scan;
  const direction = reverse ? 'backward' : 'forward';
  if (index) {
    const inputStage = {
      stage: 'IXSCAN',
      indexName: index.name,
      keyPattern: keyPattern(index.fields),
      isMultiKey: index.multikey,
      direction,
      equalityFields: scan.equalities,
      rangeOnNextField: scan.ranged,
    };
    return { stage: 'FETCH', filterNeeded: !exact, inputStage };
  }
  if (scan.equalities > 0) return { stage: 'IDHACK', indexName: '_id_' };
  if (!scan.ranged) return { stage: 'COLLSCAN', direction };
  return { stage: 'FETCH', inputStage: { stage: 'IXSCAN', indexName: '_id_', keyPattern: { _id: 1 }, direction } };
}

async function measure(plan: Plan | undefined, pace: Pace): Promise<Doc> {
  const start = performance.now();
  let nReturned = 0;
  const cursor = plan && new ScanCursor(plan);
  while (cursor && !cursor.done) {
    nReturned += cursor.step().length;
    await pace.rest();
  }
  return {
    executionSuccess: true,
    nReturned,
    executionTimeMillis: Math.round(performance.now() - start),
    totalKeysExamined: cursor && plan.scans.some((scan) => scan.index) ? cursor.keysExamined : 0,
    totalDocsExamined: cursor?.docsExamined ?? 0,
  };
}
