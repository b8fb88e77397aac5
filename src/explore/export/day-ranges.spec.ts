import { DAY_MS } from '../../common/durations';
import { rangesOf } from './day-ranges';

describe('the ranges of an export', () => {
  it.each([
    [[], []],
    [[[0, 5]], [[0, 1]]],
    [
      [
        [0, 5],
        [1, 5],
        [7, 1],
      ],
      [
        [0, 2],
        [7, 8],
      ],
    ],
    [
      [
        [0, 50],
        [3, 4],
        [4, 6],
      ],
      [
        [0, 1],
        [3, 5],
      ],
    ],
  ] as [[number, number][], [number, number][]][])('of %j, ten plays each, are %j', (days, expected) => {
    const ranges = rangesOf(
      days.map(([day, plays]) => ({ day: day * DAY_MS, plays })),
      10,
    );
    expect([...ranges]).toEqual(expected.map(([first, end]) => ({ first: first * DAY_MS, end: end * DAY_MS })));
  });
});
