import fc from 'fast-check';
import { addDays, dayOf, eachDay } from '../../common/days';
import { zones } from '../testing/arbitraries';
import { lengthOf, localRuns } from './touched-runs';

describe('localRuns', () => {
  it.each([
    ['UTC', ['2024-05-01', '2024-05-02', '2024-05-04'], ['2024-05-01..2024-05-02', '2024-05-04..2024-05-04']],
    ['Europe/Berlin', ['2024-05-01', '2024-05-04'], ['2024-05-01..2024-05-02', '2024-05-04..2024-05-05']],
    ['America/New_York', ['2024-05-01', '2024-05-03'], ['2024-04-30..2024-05-03']],
    ['UTC', [], []],
  ])('in %s of %j are %j', (zone, days, expected) => {
    expect(localRuns(days, zone).map(({ first, last }) => `${first}..${last}`)).toEqual(expected);
  });

  it('hold the local day of every instant of the touched days, and no day twice', () => {
    const touched = fc
      .uniqueArray(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 15 })
      .map((numbers) => numbers.sort((a, b) => a - b).map((number) => addDays('2010-10-20', number)));
    fc.assert(
      fc.property(touched, zones, fc.integer({ min: 0, max: 86_399_999 }), (days, zone, time) => {
        const runs = localRuns(days, zone);
        const covered = runs.flatMap(({ first, last }) => eachDay(first, last));
        expect(covered).toEqual([...new Set(covered)].sort());
        expect(runs.reduce((sum, run) => sum + lengthOf(run), 0)).toBe(covered.length);
        for (const day of days) {
          expect(covered).toContain(dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + time), zone));
        }
      }),
    );
  });
});
