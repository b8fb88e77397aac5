import fc from 'fast-check';
import { timeRanges } from './time-ranges';
import { HOUR_MS, MINUTE_MS } from '../../common/durations';

const MARGIN = 2 * MINUTE_MS;

const ascending = (count: number, step: number): number[] => Array.from({ length: count }, (_, i) => i * step);

describe('timeRanges', () => {
  it('is one range for a file in order, nights included', () => {
    const times = ascending(100, 4 * HOUR_MS);
    expect(timeRanges(times, MARGIN)).toEqual([{ from: -MARGIN, to: 99 * 4 * HOUR_MS + MARGIN }]);
    expect(timeRanges(times.reverse(), MARGIN)).toHaveLength(1);
  });

  it('leaves out the years before a record that was reported late', () => {
    const late = 5_000 * 24 * HOUR_MS;
    expect(timeRanges([...ascending(100, MINUTE_MS), late], MARGIN)).toEqual([
      { from: -MARGIN, to: 99 * MINUTE_MS + MARGIN },
      { from: late - MARGIN, to: late + MARGIN },
    ]);
  });

  it('reads no more than the neighbourhood of each record of a file without order', () => {
    const times = ascending(1000, 12 * HOUR_MS).map((time, i) => (i % 2 === 0 ? time : 12_000 * HOUR_MS - time));
    const width = timeRanges(times, MARGIN).reduce((sum, { from, to }) => sum + to - from, 0);
    expect(width).toBeLessThanOrEqual(1000 * 2 * MARGIN);
  });

  it('has none for no times', () => {
    expect(timeRanges([], MARGIN)).toEqual([]);
  });

  it('covers every time with its margin, in ranges that do not touch', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1000 * HOUR_MS })), (times) => {
        const ranges = timeRanges(times, MARGIN);
        for (const time of times) {
          expect(ranges.some(({ from, to }) => from <= time - MARGIN && time + MARGIN <= to)).toBe(true);
        }
        ranges.forEach(({ to }, i) => {
          expect(ranges[i + 1]?.from ?? Infinity).toBeGreaterThan(to);
        });
      }),
    );
  });
});
