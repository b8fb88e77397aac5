import { type Access, Faults } from './faults';
import { RateLimit } from './rate-limit';

describe('RateLimit', () => {
  it('rolls: a call becomes free again when the oldest falls out of the window', () => {
    const limit = new RateLimit({ kind: 'window', max: 2, windowSeconds: 30 });
    expect([limit.count(0), limit.count(10_000)]).toEqual([null, null]);
    expect(limit.count(10_001)).toBe(20);
    expect(limit.count(29_999)).toBe(1);
    expect(limit.count(30_001)).toBeNull();
    expect(limit.count(30_002)).toBe(10);
  });

  it('can ask for a fixed wait, a number of times or for ever', () => {
    const fixed = { kind: 'fixed', retryAfterSeconds: 85_771, reason: null } as const;
    const twice = new RateLimit({ ...fixed, times: 2 });
    expect([twice.count(0), twice.count(0), twice.count(0)]).toEqual([85_771, 85_771, null]);
    const always = new RateLimit({ ...fixed, times: null });
    expect(Array.from({ length: 5 }, () => always.count(0))).toEqual([85_771, 85_771, 85_771, 85_771, 85_771]);
  });
});

describe('Faults', () => {
  const error = { status: 503, rate: 1, times: null, reason: null };

  it('fail the paths named, as often as asked', () => {
    const faults = new Faults(1);
    faults.change({ errors: [{ ...error, path: '/v1/me/player*', times: 2 }] });
    expect(faults.errorFor('/v1/me')).toBeNull();
    expect(faults.errorFor('/v1/me/player/devices')?.status).toBe(503);
    expect(faults.errorFor('/v1/me/player')?.status).toBe(503);
    expect(faults.errorFor('/v1/me/player')).toBeNull();
  });

  it('fail at the rate asked for, the same way every time', () => {
    const faults = new Faults(1);
    const run = () => {
      faults.reset();
      faults.change({ errors: [{ ...error, path: '*', rate: 0.3 }] });
      return Array.from({ length: 1_000 }, () => faults.errorFor('/v1/me') !== null);
    };
    const failures = run();
    expect(failures.filter(Boolean).length / 1_000).toBeCloseTo(0.3, 1);
    expect(run()).toEqual(failures);
  });

  it('change only what is named', () => {
    const faults = new Faults(1);
    faults.change({ latencyMs: 5, rateLimit: { kind: 'window', max: 1, windowSeconds: 30 } });
    expect(faults.secondsToWait(0)).toBeNull();
    faults.change({ missingFields: ['genres'] });
    expect([faults.secondsToWait(1), faults.state.latencyMs]).toEqual([30, 5]);
    faults.change({ rateLimit: null });
    expect(faults.secondsToWait(2)).toBeNull();
  });

  it.each<[Access, boolean, boolean, boolean]>([
    ['classic', false, false, false],
    ['2024', true, false, false],
    ['2026', true, true, true],
  ])('close what each year closed: %s', (access, closed2024, closed2026, fieldsGone) => {
    const faults = new Faults(1);
    faults.change({ access });
    expect([faults.isClosed('2024'), faults.isClosed('2026')]).toEqual([closed2024, closed2026]);
    expect(faults.fieldsLeftOut.has('popularity')).toBe(fieldsGone);
  });
});
