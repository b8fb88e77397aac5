import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { withEarlyCollection } from './early-collection';

/** Has a part of a heap replaced again and again, and tells how often all of it was collected meanwhile. */
const REPLACING = `
  const { constants, PerformanceObserver } = require('node:perf_hooks');
  const { parentPort } = require('node:worker_threads');
  let collections = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries()) if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) collections++;
  });
  observer.observe({ entryTypes: ['gc'] });
  const kept = Array.from({ length: 200_000 }, (_, n) => ({ n }));
  const replaced = [];
  const round = (number) => {
    for (let n = 0; n < 100_000; n++) replaced[n] = { n, of: [number] };
    if (number < 60) setImmediate(round, number + 1);
    else setTimeout(() => parentPort.postMessage(collections), 50);
  };
  round(0);
`;

/** In a thread of its own, whose heap is always the same. */
async function collectionsOf(): Promise<number> {
  const worker = new Worker(REPLACING, { eval: true });
  const [collections] = (await once(worker, 'message')) as [number];
  await worker.terminate();
  return collections;
}

describe('withEarlyCollection', () => {
  // Else it depends on what else the machine does how soon its marking is over, and so how often there is one.
  beforeAll(() => {
    setFlagsFromString('--no-concurrent-marking');
  });
  afterAll(() => {
    setFlagsFromString('--concurrent-marking');
  });

  it('has heaps collected more often while the work goes on, and no longer', async () => {
    const before = await collectionsOf();
    const meanwhile = await withEarlyCollection(async () => {
      await withEarlyCollection(() => Promise.resolve());
      return collectionsOf();
    });
    expect(meanwhile).toBeGreaterThan(1.5 * before);
    expect(await collectionsOf()).toBeLessThan(meanwhile);
  }, 60_000);

  it('collects first what there is', async () => {
    const gone = new WeakRef({});
    await setImmediate();
    expect(await withEarlyCollection(() => Promise.resolve(gone.deref()))).toBeUndefined();
  });

  it('ends with work that fails', async () => {
    await expect(withEarlyCollection(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    const usual = await collectionsOf();
    expect(await withEarlyCollection(collectionsOf)).toBeGreaterThan(1.5 * usual);
  }, 60_000);
});
