import { addDays, isoWeek, wallClock, weekday } from './local-time';

describe('wallClock', () => {
  it.each([
    ['America/New_York', '2024-03-10T06:59:59Z', '2024-03-10', 1],
    ['America/New_York', '2024-03-10T07:00:00Z', '2024-03-10', 3],
    ['America/New_York', '2024-03-11T03:59:59Z', '2024-03-10', 23],
    ['America/New_York', '2024-11-03T05:30:00Z', '2024-11-03', 1],
    ['America/New_York', '2024-11-03T06:30:00Z', '2024-11-03', 1],
    ['America/New_York', '2024-11-03T04:00:00Z', '2024-11-03', 0],
    ['Asia/Kolkata', '2024-06-15T18:29:59Z', '2024-06-15', 23],
    ['Asia/Kolkata', '2024-06-15T18:30:00Z', '2024-06-16', 0],
    ['UTC', '2024-12-31T23:59:59Z', '2024-12-31', 23],
  ])('in %s reads %s as %s, hour %d', (zone, instant, day, hour) => {
    expect(wallClock(zone)(Date.parse(instant))).toEqual({ day, hour });
  });
});

describe('calendar days', () => {
  it.each([
    ['2024-02-28', 1, '2024-02-29'],
    ['2024-03-01', -1, '2024-02-29'],
    ['2023-12-31', 1, '2024-01-01'],
    ['2024-05-15', -364, '2023-05-17'],
  ])('%s and %d days is %s', (day, days, result) => {
    expect(addDays(day, days)).toBe(result);
  });

  it.each([
    ['2024-05-13', 0],
    ['2024-05-19', 6],
  ])('%s is weekday %d', (day, result) => {
    expect(weekday(day)).toBe(result);
  });

  it.each([
    ['2021-01-03', '2020-W53'],
    ['2021-01-04', '2021-W01'],
    ['2018-12-31', '2019-W01'],
    ['2016-01-01', '2015-W53'],
    ['2024-02-16', '2024-W07'],
    ['2024-12-29', '2024-W52'],
    ['2024-12-30', '2025-W01'],
  ])('%s lies in the ISO week %s', (day, week) => {
    expect(isoWeek(day)).toBe(week);
  });
});
