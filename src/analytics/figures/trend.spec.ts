import fc from 'fast-check';
import { addDays } from '../../common/days';
import { daysOfPeriod, PERIODS } from '../../common/periods';
import { granularityOf, trendOf } from './trend';

const TODAY = '2021-01-05';

describe('trendOf', () => {
  it('has a point for every day of a week, days without plays included', () => {
    const points = trendOf('week', { first: '2020-12-30', last: TODAY }, [
      { date: '2021-01-01', plays: 2, ms: 7000 },
      { date: '2020-12-29', plays: 9, ms: 9 },
    ]);
    expect(points.map(({ label, plays, ms }) => [label, plays, ms])).toEqual([
      ['2020-12-30', 0, 0],
      ['2020-12-31', 0, 0],
      ['2021-01-01', 2, 7000],
      ['2021-01-02', 0, 0],
      ['2021-01-03', 0, 0],
      ['2021-01-04', 0, 0],
      ['2021-01-05', 0, 0],
    ]);
  });

  it('labels the weeks of a quarter by ISO week and year', () => {
    const labels = trendOf('quarter', { first: '2020-12-20', last: TODAY }, []).map(({ label }) => label);
    expect(labels).toEqual(['2020-W51', '2020-W52', '2020-W53', '2021-W01']);
  });

  it('labels the months of a year and of all time', () => {
    for (const period of ['year', 'all_time'] as const) {
      const labels = trendOf(period, { first: '2020-11-30', last: TODAY }, []).map(({ label }) => label);
      expect(labels).toEqual(['2020-11', '2020-12', '2021-01']);
    }
  });

  it('sums to the plays of the period', () => {
    const daysAgo = fc.uniqueArray(fc.integer({ min: 0, max: 800 }), { maxLength: 60 });
    fc.assert(
      fc.property(daysAgo, fc.constantFrom(...PERIODS), (agos, period) => {
        const days = agos.map((ago) => ({ date: addDays(TODAY, -ago), plays: ago + 1, ms: ago * 1000 }));
        const range = daysOfPeriod(period, TODAY, addDays(TODAY, -800));
        if (range === null) throw new Error('every period has days here');
        const points = trendOf(period, range, days);
        const inside = days.filter(({ date }) => date >= range.first);
        for (const unit of ['plays', 'ms'] as const) {
          expect(points.reduce((sum, point) => sum + point[unit], 0)).toBe(
            inside.reduce((sum, day) => sum + day[unit], 0),
          );
        }
        const labels = points.map(({ label }) => label);
        expect(labels).toEqual([...new Set(labels)].sort());
      }),
    );
  });

  it.each([
    ['week', '%Y-%m-%d'],
    ['month', '%Y-%m-%d'],
    ['quarter', '%G-W%V'],
    ['year', '%Y-%m'],
    ['all_time', '%Y-%m'],
  ] as const)('names the pattern of a %s', (period, pattern) => {
    expect(granularityOf(period)).toBe(pattern);
  });
});
