import fc from 'fast-check';
import { entryAt, Random } from './random';

const draw = (random: Random, count: number) => Array.from({ length: count }, () => random.uint32());

describe('Random', () => {
  it('gives the same numbers for the same key, and others for another', () => {
    expect(draw(new Random(1, 'day', 'mira', 20_000), 20)).toEqual(draw(new Random(1, 'day', 'mira', 20_000), 20));
    expect(draw(new Random(1, 'day', 'mira', 20_001), 20)).not.toEqual(draw(new Random(1, 'day', 'mira', 20_000), 20));
  });

  it('is spread evenly, also over keys that differ in one digit', () => {
    const firsts = Array.from({ length: 20_000 }, (_, day) => new Random(1, 'day', 'mira', day).next());
    for (let tenth = 0; tenth < 10; tenth++) {
      const share = firsts.filter((value) => Math.floor(value * 10) === tenth).length / firsts.length;
      expect(share).toBeCloseTo(0.1, 1.8);
    }
  });

  it('keeps every kind of draw within its bounds', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: -50, max: 50 }),
        fc.integer({ min: 0, max: 100 }),
        (key, low, span) => {
          const random = new Random(key);
          const whole = random.integer(low, low + span);
          expect(Number.isInteger(whole) && whole >= low && whole <= low + span).toBe(true);
          expect(random.leaningIndex(span + 1, 2)).toBeLessThanOrEqual(span);
          expect(Math.abs(random.bell(0, 1))).toBeLessThanOrEqual(3);
          expect([0, 2]).toContain(random.weightedIndex([1, 0, 3]));
        },
      ),
    );
  });

  it('shuffles without losing anything', () => {
    const list = Array.from({ length: 100 }, (_, index) => index);
    const shuffled = new Random('shuffle').shuffled(list);
    expect(shuffled).not.toEqual(list);
    expect([...shuffled].sort((left, right) => left - right)).toEqual(list);
  });
});

describe('entryAt', () => {
  it('refuses an index outside the list', () => {
    expect(entryAt(['a', 'b'], 1)).toBe('b');
    expect(() => entryAt(['a', 'b'], 2)).toThrow(RangeError);
    expect(() => entryAt([], 0)).toThrow(RangeError);
  });
});
