import { coverageOf, coveragePercent } from './rollup-coverage';

describe('coverageOf', () => {
  it('leaves out the days that have changed since they were rolled up', () => {
    expect(coverageOf(['2024-05-01', '2024-05-02', '2024-05-03'], ['2024-05-02'], 'UTC')).toEqual({
      historyDays: 3,
      coveredDays: 2,
    });
  });

  it('counts a touched day that has no roll-up yet', () => {
    expect(coverageOf(['2024-05-01'], ['2024-05-09', '2024-05-10'], 'UTC')).toEqual({ historyDays: 3, coveredDays: 1 });
  });

  it('takes both local days that a touched UTC day reaches into for changed', () => {
    expect(coverageOf(['2024-05-01', '2024-05-02', '2024-05-03'], ['2024-05-02'], 'Europe/Berlin')).toEqual({
      historyDays: 3,
      coveredDays: 1,
    });
  });
});

describe('coveragePercent', () => {
  it.each([
    [0, 0, 100],
    [3, 3, 100],
    [3, 2, 66.66],
    [100_000, 99_999, 99.99],
    [3, 0, 0],
    // While a build for another zone runs, there can be more roll-ups than days.
    [3, 4, 100],
  ])('of %i days, %i covered, is %d', (historyDays, coveredDays, expected) => {
    expect(coveragePercent({ historyDays, coveredDays })).toBe(expected);
  });
});
