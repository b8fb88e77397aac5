import fc from 'fast-check';
import { type TimeRange, timeRanges } from './time-ranges';
import { HOUR_MS, MINUTE_MS } from '../../common/durations';

const MARGIN = 2 * MINUTE_MS;

const around = (times: readonly number[]): TimeRange[] =>
  times.map((time) => ({ from: time - MARGIN, to: time + MARGIN }));

const ascending = (count: number, step: number): number[] => Array.from({ length: count }, (_, i) => i * step);

describe('timeRanges', () => {
  it('is one range for a file in order, nights included', () => {
    const times = ascending(100, 4 * HOUR_MS);
    expect(timeRanges(around(times))).toEqual([{ from: -MARGIN, to: 99 * 4 * HOUR_MS + MARGIN }]);
    expect(timeRanges(around(times.reverse()))).toHaveLength(1);
  });

  it('leaves out the years before a record that was reported late', () => {
    const late = 5_000 * 24 * HOUR_MS;
    expect(timeRanges(around([...ascending(100, MINUTE_MS), late]))).toEqual([
      { from: -MARGIN, to: 99 * MINUTE_MS + MARGIN },
      { from: late - MARGIN, to: late + MARGIN },
    ]);
  });

  it('reads no more than the neighbourhood of each record of a file without order', () => {
    const times = ascending(1000, 12 * HOUR_MS).map((time, i) => (i % 2 === 0 ? time : 12_000 * HOUR_MS - time));
    const width = timeRanges(around(times)).reduce((sum, { from, to }) => sum + to - from, 0);
    expect(width).toBeLessThanOrEqual(1000 * 2 * MARGIN);
  });

  it('has none for no times', () => {
    expect(timeRanges([])).toEqual([]);
  });

  it('covers every time with its margin, in ranges that do not touch', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1000 * HOUR_MS })), (times) => {
        const ranges = timeRanges(around(times));
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
