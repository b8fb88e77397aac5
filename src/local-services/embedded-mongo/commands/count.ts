import { decode } from '../bson/decode';
import { identityOf } from '../storage/key-encoding';
import { Value } from '../bson/value';
import { parseFilter } from '../query/filter';
import { topLevelOf, valuesAtPath } from '../query/paths';
import { Plan } from '../query/plan';
import { planQuery } from '../query/planner';
import { countKeys, ScanCursor } from '../query/scan-cursor';
import { Pace } from '../query/yielding';
import { hintOf, windowOf } from './find';
import { Command, Request } from './request';

export const count: Command = async (request) => {
  const plan = planCount(request);
  const { skip, limit } = windowOf(request);
  const total = plan ? await countMatches(plan, request.pace()) : 0;
  return { n: Math.min(limit, Math.max(0, total - skip)) };
};

export function planCount(request: Request): Plan | undefined {
  request.allow('query', 'skip', 'limit', 'hint', 'fields');
  const filter = parseFilter(request.doc('query'));
  const collection = request.collection();
  return collection && planQuery(collection, filter, [], hintOf(request));
}

async function countMatches(plan: Plan, pace: Pace): Promise<number> {
  if (plan.scans.every((scan) => scan.exact)) return countKeys(plan);
  const cursor = new ScanCursor(plan);
  let total = 0;
  while (!cursor.done) {
    total += cursor.step().length;
    await pace.rest();
  }
  return total;
}

/** The different values of a field; those of an array count singly. */
export const distinct: Command = async (request) => {
  const plan = planDistinct(request);
  const path = request.string('key');
  const parts = path.split('.');
  const wanted = new Set([topLevelOf(path)]);
  const values = new Map<string, Value>();
  const pace = request.pace();
  if (plan) {
    const cursor = new ScanCursor(plan);
    while (!cursor.done) {
      for (const { bytes } of cursor.step()) {
        for (const value of valuesAtPath(decode(bytes, 0, wanted), parts).values) {
          if (value !== undefined) values.set(identityOf(value), value);
        }
      }
      await pace.rest();
    }
  }
  return { values: [...values.values()] };
};

export function planDistinct(request: Request): Plan | undefined {
  request.allow('key', 'query', 'hint');
  const filter = parseFilter(request.doc('query'));
  const collection = request.collection();
  return collection && planQuery(collection, filter, [], hintOf(request));
}
