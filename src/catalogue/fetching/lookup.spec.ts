import fc from 'fast-check';
import { answered, answeredUnknown, batchesOf, failedAgain, type Lookup } from './lookup';
import { DAY_MS } from '../../common/durations';

const NOW = new Date('2025-06-01T12:00:00Z');

const waitOf = ({ due_at }: Lookup): number => due_at.getTime() - NOW.getTime();

describe('when a question is asked again', () => {
  it('is after 90 days when it was answered, after 30 when there was no answer', () => {
    expect(waitOf(answered(NOW))).toBe(90 * DAY_MS);
    expect(waitOf(answeredUnknown(NOW))).toBe(30 * DAY_MS);
  });

  it.each([
    [0, 5_000],
    [1, 10_000],
    [5, 160_000],
    [18, 5_000 * 2 ** 18],
    [19, 30 * DAY_MS],
    [2_000, 30 * DAY_MS],
  ])('after %i failures before is in %i ms', (failures, wait) => {
    const next = failedAgain({ failures }, NOW);
    expect(waitOf(next)).toBe(wait);
    expect(next.failures).toBe(failures + 1);
  });
});

describe('batches', () => {
  const sizes = (failures: number[], most: number): number[] =>
    batchesOf(failures, most, (each) => each).map((batch) => batch.length);

  it('are as large as the platform takes them, and smaller for records that have failed', () => {
    expect(sizes(Array<number>(120).fill(0), 50)).toEqual([50, 50, 20]);
    expect(sizes(Array<number>(10).fill(1), 50)).toEqual([7, 3]);
    expect(sizes([2, 2, 9], 50)).toEqual([1, 1, 1]);
    expect(sizes([0, 1, 0], 50)).toEqual([2, 1]);
    expect(sizes([], 50)).toEqual([]);
  });

  it('have every record once', () => {
    const records = fc.uniqueArray(fc.record({ id: fc.nat(), failures: fc.nat({ max: 12 }) }), {
      selector: ({ id }) => id,
      maxLength: 200,
    });
    fc.assert(
      fc.property(records, fc.integer({ min: 1, max: 100 }), (all, most) => {
        const batches = batchesOf(all, most, ({ failures }) => failures);
        expect(batches.flat().sort((a, b) => a.id - b.id)).toEqual([...all].sort((a, b) => a.id - b.id));
        for (const batch of batches) {
          expect(batch.length).toBeGreaterThan(0);
          expect(batch.length).toBeLessThanOrEqual(most);
        }
      }),
    );
  });
});
