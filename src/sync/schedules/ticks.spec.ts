import fc from 'fast-check';
import { nominalTick, syncSpacingMs, turnDelayMs } from './ticks';

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

describe('syncSpacingMs', () => {
  it.each([
    [60, 700],
    [12_000, 3.5],
  ])('lets jobs of %i calls in 30 s begin %d ms apart', (background, spacing) => {
    expect(syncSpacingMs({ windowMs: 30_000, callsPerWindow: { interactive: 1, background } })).toBeCloseTo(spacing);
  });
});

describe('turnDelayMs', () => {
  it('begins at once and spreads a thousand users over the cycle', () => {
    const delays = Array.from({ length: 1_000 }, (_, index) => turnDelayMs(index, 700, CYCLE_MS));
    expect(delays[0]).toBe(0);
    expect(new Set(delays).size).toBe(1_000);
    expect(Math.max(...delays)).toBeLessThan(CYCLE_MS);
  });

  it('stays inside the cycle for any number of users', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.double({ min: 0.04, max: 21_000, noNaN: true }), (index, spacing) => {
        const delay = turnDelayMs(index, spacing, CYCLE_MS);
        expect(delay).toBeGreaterThanOrEqual(0);
        expect(delay).toBeLessThan(CYCLE_MS);
      }),
    );
  });
});
