import { Gathered } from './gathered';

/** Work whose rounds end when the test says so. */
function heldWork(): { rounds: string[][]; gathered: Gathered<string>; end: (error?: Error) => void } {
  const rounds: string[][] = [];
  const ends: ((error?: Error) => void)[] = [];
  const gathered = new Gathered<string>((items) => {
    rounds.push(items);
    return new Promise((resolve, reject) => {
      ends.push((error) => {
        if (error === undefined) resolve();
        else reject(error);
      });
    });
  });
  return { rounds, gathered, end: (error) => ends.shift()?.(error) };
}

const turn = (): Promise<void> => new Promise(setImmediate);

describe('gathered work', () => {
  it('is one round for all that comes together, and the next for all that comes meanwhile', async () => {
    const { rounds, gathered, end } = heldWork();
    const first = [gathered.add(['a']), gathered.add(['b', 'c'])];
    await turn();
    const second = [gathered.add(['d']), gathered.add([]), gathered.add(['e'])];
    await turn();
    expect(rounds).toEqual([['a', 'b', 'c']]);
    end();
    await Promise.all(first);
    await turn();
    expect(rounds).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ]);
    end();
    await Promise.all(second);
  });

  it('fails for those whom it was for, and goes on for the others', async () => {
    const { gathered, end } = heldWork();
    const failing = [gathered.add(['a']), gathered.add(['b'])];
    await turn();
    const later = gathered.add(['c']);
    end(new Error('no room'));
    for (const each of failing) await expect(each).rejects.toThrow('no room');
    await turn();
    end();
    await expect(later).resolves.toBeUndefined();
  });
});
