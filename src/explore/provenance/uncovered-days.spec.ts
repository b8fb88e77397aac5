import { uncoveredDays } from './uncovered-days';

const range = (first: number, last: number) => ({ first: `2024-01-${first}`, last: `2024-01-${last}` });

describe('days that nobody reports', () => {
  it.each([
    ['without a span are all', [], [[10, 20]]],
    [
      'are those around a span',
      [[12, 14]],
      [
        [10, 11],
        [15, 20],
      ],
    ],
    [
      'are those between two',
      [
        [10, 12],
        [15, 25],
      ],
      [[13, 14]],
    ],
    [
      'are none if spans meet',
      [
        [15, 20],
        [10, 14],
      ],
      [],
    ],
    [
      'are looked at past a span within another',
      [
        [10, 18],
        [11, 12],
      ],
      [[19, 20]],
    ],
    ['are all if spans lie outside', [[21, 25]], [[10, 20]]],
  ] as [string, [number, number][], [number, number][]][])('%s', (_, spans, expected) => {
    const found = uncoveredDays(
      range(10, 20),
      spans.map(([first, last]) => range(first, last)),
    );
    expect(found).toEqual(expected.map(([first, last]) => range(first, last)));
  });
});
