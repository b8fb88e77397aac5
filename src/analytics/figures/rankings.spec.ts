import fc from 'fast-check';
import { compareRanks, topRanked, type Rankable } from './rankings';

const entries = fc.array(
  fc.record({
    plays: fc.integer({ min: 1, max: 4 }),
    ms: fc.integer({ min: 0, max: 2 }),
    name: fc.constantFrom('A', 'B', 'a', 'Ä', 'B\u0000', '東'),
    key: fc.constantFrom('', '1', '2'),
  }),
  { maxLength: 60 },
);

function entry(name: string, plays: number, ms: number, key = ''): Rankable {
  return { name, plays, ms, key };
}

describe('topRanked', () => {
  it('orders by plays, then time, then the code units of the name, then the key', () => {
    const ranked = [
      entry('Z', 3, 1),
      entry('Y', 2, 9),
      entry('B', 2, 5),
      entry('a', 2, 5),
      entry('a', 2, 5, 'x'),
      entry('Ä', 2, 5),
    ];
    expect(topRanked([...ranked].reverse())).toEqual(ranked);
  });

  it('is the beginning of the whole sorted list', () => {
    fc.assert(
      fc.property(entries, fc.integer({ min: 1, max: 70 }), (all, limit) => {
        expect(topRanked(all, limit)).toEqual([...all].sort(compareRanks).slice(0, limit));
      }),
    );
  });

  it('keeps a hundred unless told', () => {
    const many = Array.from({ length: 250 }, (_, index) => entry(`Artist ${index}`, index, 0));
    const top = topRanked(many);
    expect(top).toHaveLength(100);
    expect(top[99]?.plays).toBe(150);
  });
});
