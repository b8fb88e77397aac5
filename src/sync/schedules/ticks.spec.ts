import fc from 'fast-check';
import { nominalTick, turnDelayMs } from './ticks';

const CYCLE_MS = 15 * 60_000;

describe('nominalTick', () => {
  it.each([
    ['2026-01-02T03:15:00.004Z', '2026-01-02T03:15:00Z'],
    ['2026-01-02T03:14:59.998Z', '2026-01-02T03:15:00Z'],
    ['2026-01-02T03:15:40Z', '2026-01-02T03:15:00Z'],
    ['2026-01-01T23:59:59.999Z', '2026-01-02T00:00:00Z'],
  ])('of %s is %s', (now, tick) => {
    expect(nominalTick(new Date(now), CYCLE_MS)).toEqual(new Date(tick));
  });
});

describe('turnDelayMs', () => {
  it('begins at once and spreads a thousand users over the cycle', () => {
    const delays = Array.from({ length: 1_000 }, (_, index) => turnDelayMs(index, CYCLE_MS));
    expect(delays[0]).toBe(0);
    expect(new Set(delays).size).toBe(1_000);
    expect(Math.max(...delays)).toBeLessThan(CYCLE_MS);
  });

  it('stays inside the cycle for any number of users', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), (index) => {
        const delay = turnDelayMs(index, CYCLE_MS);
        expect(delay).toBeGreaterThanOrEqual(0);
        expect(delay).toBeLessThan(CYCLE_MS);
      }),
    );
  });
});
