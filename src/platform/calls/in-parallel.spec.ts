import { setImmediate as nextTurn } from 'node:timers/promises';
import { inParallel } from './in-parallel';

describe('work in parallel', () => {
  it('keeps to its width, and to the order of its inputs', async () => {
    let running = 0;
    let most = 0;
    const results = await inParallel([5, 1, 4, 2, 3, 0], 3, async (turns) => {
      running += 1;
      most = Math.max(most, running);
      for (let turn = 0; turn < turns; turn += 1) await nextTurn();
      running -= 1;
      return `after ${turns}`;
    });
    expect(results).toEqual([5, 1, 4, 2, 3, 0].map((turns) => `after ${turns}`));
    expect(most).toBe(3);
  });

  it('begins nothing more after a failure', async () => {
    const begun: number[] = [];
    const work = async (input: number): Promise<void> => {
      begun.push(input);
      await nextTurn();
      if (input === 1) throw new Error('one is odd');
      await nextTurn();
    };
    await expect(inParallel([0, 1, 2, 3, 4, 5], 2, work)).rejects.toThrow('one is odd');
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
    expect(begun).toEqual([0, 1]);
  });

  it('of nothing is nothing', async () => {
    expect(await inParallel([], 3, () => Promise.reject(new Error('never')))).toEqual([]);
  });
});
