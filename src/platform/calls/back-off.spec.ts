import fc from 'fast-check';
import { backOffMs, isWorthRetrying } from './back-off';

describe('the back-off', () => {
  it.each([
    [1, 500],
    [2, 1_000],
    [3, 2_000],
    [10, 8_000],
    [2_000, 8_000],
  ])('after try %d is up to %d ms', (tries, longest) => {
    expect(backOffMs(tries, 0)).toBe(0);
    expect(backOffMs(tries, 0.5)).toBe(longest / 2);
    expect(backOffMs(tries, 1)).toBe(longest);
  });

  it('grows with the draw, and never beyond 8 s', () => {
    const draw = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), draw, draw, (tries, one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        expect(backOffMs(tries, less)).toBeLessThanOrEqual(backOffMs(tries, more));
        expect(backOffMs(tries, more)).toBeLessThanOrEqual(8_000);
      }),
    );
  });
});

describe('another try', () => {
  it.each([
    ['GET', 500, 1, true],
    ['GET', 502, 2, true],
    ['GET', 503, 1, true],
    ['GET', 504, 1, true],
    ['GET', null, 2, true],
    ['GET', 503, 3, false],
    ['GET', null, 3, false],
    ['GET', 501, 1, false],
    ['GET', 404, 1, false],
    ['GET', 429, 1, false],
    ['GET', 200, 1, false],
    ['PUT', 503, 1, false],
    ['POST', null, 1, false],
  ])('of %s after %j in try %d: %j', (method, status, tries, worth) => {
    expect(isWorthRetrying(method, status, tries)).toBe(worth);
  });
});
