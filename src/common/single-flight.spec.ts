import { singleFlight } from './single-flight';

describe('singleFlight', () => {
  it('shares the work that is under way, and begins anew after it', async () => {
    const ends: ((result: number) => void)[] = [];
    const ask = singleFlight(() => new Promise<number>((resolve) => ends.push(resolve)));
    const first = [ask(), ask()];
    ends[0]?.(1);
    expect(await Promise.all(first)).toEqual([1, 1]);
    const second = ask();
    expect(ends).toHaveLength(2);
    ends[1]?.(2);
    expect(await second).toBe(2);
  });

  it('begins anew after work that failed', async () => {
    let begun = 0;
    const ask = singleFlight(() => Promise.reject(new Error(`attempt ${(begun += 1)}`)));
    await expect(ask()).rejects.toThrow('attempt 1');
    await expect(ask()).rejects.toThrow('attempt 2');
  });
});
