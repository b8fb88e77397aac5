import { daysBetween } from './days';
import { daysOfPeriod, instantsOf, PERIODS } from './periods';

const TODAY = '2024-05-20';

describe('daysOfPeriod', () => {
  it.each([
    ['week', '2024-05-14', 7],
    ['month', '2024-04-21', 30],
    ['quarter', '2024-02-21', 90],
    ['year', '2023-05-22', 365],
  ] as const)('%s ends today and starts on %s', (period, first, length) => {
    const range = daysOfPeriod(period, TODAY, null);
    expect(range).toEqual({ first, last: TODAY });
    expect(daysBetween(first, TODAY) + 1).toBe(length);
  });

  it('starts all time at the first play', () => {
    expect(daysOfPeriod('all_time', TODAY, '2011-03-04')).toEqual({ first: '2011-03-04', last: TODAY });
  });

  it('has no days of all time before the first play', () => {
    expect(daysOfPeriod('all_time', TODAY, null)).toBeNull();
  });

  it('keeps a first play that is ahead of the clock from turning all time round', () => {
    expect(daysOfPeriod('all_time', TODAY, '2024-05-21')).toEqual({ first: TODAY, last: TODAY });
  });

  it('puts each period within the next', () => {
    const firsts = PERIODS.map((period) => daysOfPeriod(period, TODAY, '2011-03-04')?.first ?? '');
    expect([...firsts].sort().reverse()).toEqual(firsts);
  });
});

describe('instantsOf', () => {
  it('runs from the first midnight to the one after the last day', () => {
    expect(instantsOf({ first: '2024-03-25', last: '2024-03-31' }, 'Europe/Berlin')).toEqual({
      start: new Date('2024-03-24T23:00:00Z'),
      end: new Date('2024-03-31T22:00:00Z'),
    });
  });
});
