import { Collection, Index } from '../storage/collection';
import { Store } from '../storage/store';
import { WriteSteps } from '../storage/write-queue';
import { Filter } from './filter';
import { rawMatcher } from './matcher';
import { planQuery } from './planner';
import { ScanCursor } from './scan-cursor';

const SWEEP_MS = 60_000;

/** Removes what TTL indexes say has expired, every minute. @returns what ends that, after a sweep that is under way */
export function startExpiry(store: Store): () => Promise<void> {
  let sweep = Promise.resolve();
  let isStopped = false;
  const timer = setInterval(() => {
    sweep = sweep
      .then(async () => {
        await removeExpired(store, new Date(), () => isStopped);
      })
      .catch((error: unknown) => {
        console.warn(`What has expired could not be removed, and is tried again in a minute: ${String(error)}`);
      });
  }, SWEEP_MS).unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await sweep;
  };
}

/**
 * Removes the documents whose date in a TTL index's field is older than the index allows, a few in each transaction.
 * @returns how many were removed
 */
export async function removeExpired(store: Store, now: Date, isStopped = (): boolean => false): Promise<number> {
  let removed = 0;
  for (const collection of store.list()) {
    for (const index of collection.indexes) {
      if (index.expireAfterSeconds !== undefined) removed += await expire(store, collection, index, now, isStopped);
    }
  }
  return removed;
}

async function expire(
  store: Store,
  collection: Collection,
  index: Index,
  now: Date,
  isStopped: () => boolean,
): Promise<number> {
  const newest = new Date(now.getTime() - (index.expireAfterSeconds ?? 0) * 1000);
  const filter: Filter = { kind: 'test', path: index.fields[0]?.path ?? '', operator: '$lt', argument: newest };
  const matches = rawMatcher(filter);
  const cursor = new ScanCursor(planQuery(collection, filter, []));
  let removed = 0;
  while (!cursor.done && !isStopped() && store.find(collection.db, collection.name) === collection) {
    await store.write(removeAll(cursor.step().map(({ recordKey }) => recordKey)));
  }
  return removed;

  /** What was found may have changed since, and is read again. */
  function* removeAll(recordKeys: Buffer[]): WriteSteps {
    for (const recordKey of recordKeys) {
      const bytes = collection.isDropped ? undefined : collection.get(recordKey);
      if (!bytes || !matches(bytes)) continue;
      collection.remove(recordKey, bytes);
      removed++;
      yield;
    }
  }
}
