import fc from 'fast-check';
import { splitByTime } from './future-plays';

const NOW = new Date('2026-01-02T03:04:05Z');
const playAfter = (milliseconds: number) => ({ playedAt: new Date(NOW.getTime() + milliseconds) });

describe('splitByTime', () => {
  it.each([
    [-86_400_000, 'past'],
    [0, 'past'],
    [60_000, 'past'],
    [60_001, 'future'],
    [10_800_000, 'future'],
  ] as const)('takes a play of %d ms after now for %s', (milliseconds, time) => {
    expect(splitByTime([playAfter(milliseconds)], NOW)[time]).toHaveLength(1);
  });

  it('puts every play on one side, in its order, and all on the past one once their time has come', () => {
    const offsets = fc.array(fc.integer({ min: -1e9, max: 1e9 }));
    fc.assert(
      fc.property(offsets, (milliseconds) => {
        const plays = milliseconds.map(playAfter);
        const { past, future } = splitByTime(plays, NOW);
        expect(plays.filter((play) => past.includes(play))).toEqual(past);
        expect(plays.filter((play) => !past.includes(play))).toEqual(future);
        const later = new Date(Math.max(NOW.getTime(), ...plays.map(({ playedAt }) => playedAt.getTime())));
        expect(splitByTime(plays, later)).toEqual({ past: plays, future: [] });
      }),
    );
  });
});
