import fc from 'fast-check';
import { chunksOf, inTurns } from './chunks';

describe('chunksOf', () => {
  test('gives all values in their order, as many at a time as asked for, but for the last', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 10 }), (values, size) => {
        const chunks = [...chunksOf(values, size)];
        expect(chunks.flat()).toEqual(values);
        expect(chunks.slice(0, -1).every((chunk) => chunk.length === size)).toBe(true);
        expect(chunks.every((chunk) => chunk.length > 0 && chunk.length <= size)).toBe(true);
      }),
    );
  });
});

describe('inTurns', () => {
  test('gives the results in the order of the values, also where the first takes longest', async () => {
    const settle: (() => void)[] = [];
    const results = inTurns([1, 2, 3, 4, 5], 2, async (some) => {
      await new Promise<void>((resolve) => settle.unshift(resolve));
      return some;
    });
    while (settle.length < 3) await new Promise(setImmediate);
    for (const end of settle) end();
    expect(await results).toEqual([[1, 2], [3, 4], [5]]);
  });

  test('works on no more chunks at once than it may, and begins with the next when the oldest has ended', async () => {
    const ends = new Map<number, () => void>();
    const results = inTurns(
      [1, 2, 3, 4],
      1,
      async ([value = 0]) => {
        await new Promise<void>((resolve) => ends.set(value, resolve));
        return value;
      },
      2,
    );
    const begun: number[][] = [];
    for (const ended of [1, 2, 3, 4]) {
      for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
      begun.push([...ends.keys()]);
      ends.get(ended)?.();
    }
    expect(begun).toEqual([
      [1, 2],
      [1, 2, 3],
      [1, 2, 3, 4],
      [1, 2, 3, 4],
    ]);
    expect(await results).toEqual([1, 2, 3, 4]);
  });

  test('lets others run before it begins with the next values', async () => {
    const order: string[] = [];
    const immediate = (): void => {
      order.push('other');
      if (order.length < 20) setImmediate(immediate);
    };
    setImmediate(immediate);
    await inTurns(['a', 'b', 'c'], 1, ([value = '']) => {
      order.push(value);
      return Promise.resolve();
    });
    const [first, second, third] = ['a', 'b', 'c'].map((value) => order.indexOf(value));
    expect(order.slice(first, second)).toContain('other');
    expect(order.slice(second, third)).toContain('other');
  });

  test('fails as one of them does, when all have been begun', async () => {
    const begun: number[] = [];
    const work = ([value = 0]: number[]): Promise<void> => {
      begun.push(value);
      return value === 1 ? Promise.reject(new Error('no room')) : Promise.resolve();
    };
    await expect(inTurns([1, 2, 3], 1, work)).rejects.toThrow('no room');
    expect(begun).toEqual([1, 2, 3]);
  });
});
