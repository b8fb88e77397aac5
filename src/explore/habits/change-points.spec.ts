import fc from 'fast-check';
import { addDays, daysBetween } from '../../common/days';
import { changePoints, type Week } from './change-points';

const MONDAY = '2024-01-01';
const weekAt = (place: number, sums: Record<number, number>, plays = 10): Week => ({
  monday: addDays(MONDAY, 7 * place),
  plays,
  artists: Object.keys(sums).map(Number),
  sums: Object.values(sums),
});
/** From the first day of the first week to the last of so many. */
const daysOf = (weeks: number) => ({ first: MONDAY, last: addDays(MONDAY, 7 * weeks - 1) });
/** Weeks of one artist each. */
const weeksOf = (...artists: number[]): Week[] => artists.map((artist, place) => weekAt(place, { [artist]: 10 }));
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('change points', () => {
  it('are where other artists are played than before', () => {
    expect(changePoints(weeksOf(...times(14, 1), ...times(14, 2)), daysOf(28), 0.5)).toEqual([
      { monday: addDays(MONDAY, 14 * 7), distance: 1 },
    ]);
    expect(changePoints(weeksOf(...times(28, 1)), daysOf(28), 0.1)).toEqual([]);
  });

  it('need 12 whole weeks of the range before and after, and 50 plays in each', () => {
    const weeks = weeksOf(...times(12, 1), ...times(12, 2));
    const { first, last } = daysOf(24);
    expect(changePoints(weeks, { first, last }, 0.5)).toHaveLength(1);
    expect(changePoints(weeks, { first: addDays(first, 1), last }, 0.5)).toEqual([]);
    expect(changePoints(weeks, { first, last: addDays(last, -1) }, 0.5)).toEqual([]);
    const few = (plays: number): Week[] => [...weeks.slice(0, 12), weekAt(12, { 2: plays }, plays)];
    expect(changePoints(few(50), daysOf(24), 0.5)).toHaveLength(1);
    expect(changePoints(few(49), daysOf(24), 0.5)).toEqual([]);
  });

  it('that are as great and less than 12 weeks apart are the first of them', () => {
    // Nothing is played in some weeks between, so that several Mondays part the same plays.
    const weeks = [...weeksOf(...times(10, 1)), ...weeksOf(...times(10, 2)).map((week) => later(week, 14))];
    expect(changePoints(weeks, daysOf(24), 0.5)).toEqual([{ monday: addDays(MONDAY, 12 * 7), distance: 1 }]);
  });

  it('have a greater distance than the threshold', () => {
    // The cosine of (1, 1) and (1, 0) is the root of a half.
    const weeks = [...times(12, { 1: 5, 2: 5 }), ...times(12, { 1: 10 })].map((sums, place) => weekAt(place, sums));
    const [point] = changePoints(weeks, daysOf(24), 0.29);
    expect(point?.distance).toBeCloseTo(1 - Math.SQRT1_2, 10);
    expect(changePoints(weeks, daysOf(24), 0.2929)).toEqual([]);
  });

  it('are found in any history: the greatest of all that are near, 12 weeks apart or more', () => {
    const sums = fc.dictionary(fc.constantFrom('1', '2', '3', '4'), fc.integer({ min: 1, max: 9 }), { maxKeys: 3 });
    fc.assert(
      fc.property(fc.array(sums, { minLength: 24, maxLength: 70 }), fc.nat(6), (all, skipped) => {
        const weeks = all.map((each, place) => weekAt(place, each)).filter(({ artists }) => artists.length > 0);
        const days = { first: addDays(MONDAY, -skipped), last: daysOf(all.length).last };
        // Part of a week, which counts for nothing.
        if (skipped > 0) weeks.unshift(weekAt(-1, { 1: 100 }, 100));
        const expected = simply(all, 0.3);
        expect(changePoints(weeks, days, 0.3).map(({ monday }) => daysBetween(MONDAY, monday) / 7)).toEqual(expected);
        expect(expected.every((place, index) => index === 0 || place - (expected[index - 1] ?? 0) >= 12)).toBe(true);
      }),
    );
  });
});

function later(week: Week, places: number): Week {
  return { ...week, monday: addDays(week.monday, 7 * places) };
}

/** The places of the change points, each worked out from all of its weeks. */
function simply(all: readonly Record<string, number>[], threshold: number): number[] {
  const together = (weeks: readonly Record<string, number>[]): number[] =>
    ['1', '2', '3', '4'].map((artist) => weeks.reduce((sum, week) => sum + (week[artist] ?? 0), 0));
  const dot = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  const distances = all.map((_, place) => {
    if (place < 12 || place + 12 > all.length) return -1;
    const [before, after] = [all.slice(place - 12, place), all.slice(place, place + 12)];
    const isPlayed = [before, after].every((side) => side.filter((week) => Object.keys(week).length > 0).length >= 5);
    if (!isPlayed) return -1;
    const [a, b] = [together(before), together(after)];
    return Number((1 - dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))).toFixed(11));
  });
  return distances.flatMap((own, place) => {
    if (own <= threshold) return [];
    const near = distances.map((distance, at) => ({ distance, apart: at - place })).filter(({ apart }) => apart !== 0);
    const isBeaten = near.some(
      ({ distance, apart }) => Math.abs(apart) < 12 && (distance > own || (distance === own && apart < 0)),
    );
    return isBeaten ? [] : [place];
  });
}
