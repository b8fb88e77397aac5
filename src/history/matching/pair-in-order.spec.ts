import fc from 'fast-check';
import { pairInOrder } from './pair-in-order';

const WITHIN = 60;
const byValue = (items: readonly number[]) => ({ items, keyOf: (item: number) => item });
const pair = (first: readonly number[], second: readonly number[]): [number, number][] =>
  pairInOrder(byValue(first), byValue(second), {
    within: WITHIN,
    costOf: (a, b) => (Math.abs(a - b) <= WITHIN ? Math.abs(a - b) : null),
  });

const sorted = fc
  .uniqueArray(fc.integer({ min: 0, max: 600 }), { maxLength: 7 })
  .map((all) => all.sort((a, b) => a - b));

/** All ways to pair the two lists, tried out one by one. */
function allPairings(first: readonly number[], second: readonly number[]): [number, number][][] {
  const [item, ...rest] = first;
  if (item === undefined) return [[]];
  const without = allPairings(rest, second);
  const withOne = second.flatMap((partner, index) =>
    Math.abs(item - partner) > WITHIN
      ? []
      : allPairings(rest, second.toSpliced(index, 1)).map((pairs): [number, number][] => [[item, partner], ...pairs]),
  );
  return [...without, ...withOne];
}

const costOf = (pairs: readonly [number, number][]): number => pairs.reduce((sum, [a, b]) => sum + Math.abs(a - b), 0);

describe('pairing two lists in order', () => {
  it('makes as many pairs as any pairing does, and none of as many pairs costs less', () => {
    fc.assert(
      fc.property(sorted, sorted, (first, second) => {
        const pairs = pair(first, second);
        const all = allPairings(first, second);
        const most = Math.max(...all.map((pairing) => pairing.length));
        expect(pairs).toHaveLength(most);
        expect(costOf(pairs)).toBe(Math.min(...all.filter(({ length }) => length === most).map(costOf)));
      }),
    );
  });

  it('uses each item once, in order', () => {
    fc.assert(
      fc.property(sorted, sorted, (first, second) => {
        const pairs = pair(first, second);
        for (const side of [0, 1] as const) {
          const used = pairs.map((each) => each[side]);
          expect(used).toEqual([...new Set(used)].sort((a, b) => a - b));
        }
      }),
    );
  });

  it('still makes as many pairs of lists that no listening makes', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => index / 1_000);
    expect(pair(many, many)).toHaveLength(many.length);
  });
});
