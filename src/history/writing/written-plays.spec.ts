import fc from 'fast-check';
import { toTrackForm } from '../matching/track-forms';
import { play, START } from '../testing/arbitraries';
import { WrittenPlays, type WrittenPlay } from './written-plays';

const HOUR = 3_600_000;
const TRACKS = ['A', 'B', 'C'].map((letter) => toTrackForm(play({ trackId: letter.repeat(22) })).track);

/** Plays of a few days, many at the same instant, in any order. */
const someRows = fc.array(
  fc
    .record({
      track: fc.constantFrom(...TRACKS),
      hour: fc.integer({ min: -30, max: 60 }),
      ms_played: fc.constantFrom(null, 0, 200_000),
    })
    .map(({ hour, ...row }): WrittenPlay => ({ ...row, played_at: new Date(START + hour * HOUR) })),
);
const someInstant = fc.integer({ min: -40, max: 70 }).map((hour) => START + hour * HOUR);

function keep(batches: readonly WrittenPlay[][]): WrittenPlays {
  const plays = new WrittenPlays();
  for (const batch of batches) expect(plays.add(batch)).toBe(true);
  return plays;
}

function inOrder(batches: readonly WrittenPlay[][]): WrittenPlay[] {
  return batches.flat().sort((a, b) => a.played_at.getTime() - b.played_at.getTime());
}

describe('plays in memory', () => {
  it('are given out in the order of time, then as they came, from one instant until before another', () => {
    fc.assert(
      fc.property(fc.array(someRows), someInstant, someInstant, (batches, from, to) => {
        const wanted = inOrder(batches).filter(
          ({ played_at }) => played_at >= new Date(from) && played_at < new Date(to),
        );
        expect([...keep(batches).between(from, to)]).toEqual(wanted);
      }),
    );
  });

  it('tell whether one of them ended in some stretch of time', () => {
    const range = fc.tuple(someInstant, someInstant).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }));
    fc.assert(
      fc.property(fc.array(someRows), fc.array(range), (batches, ranges) => {
        const times = batches.flat().map(({ played_at }) => played_at.getTime());
        const wanted = ranges.some(({ from, to }) => times.some((time) => time >= from && time <= to));
        expect(keep(batches).someIn(ranges)).toBe(wanted);
      }),
    );
  });

  it('tell the place of every so many plays, behind all that ended at the same instant', () => {
    fc.assert(
      fc.property(fc.array(someRows), fc.integer({ min: 1, max: 9 }), (batches, spacing) => {
        const rows = inOrder(batches);
        const until = (end: Date): number => rows.filter(({ played_at }) => played_at <= end).length;
        const wanted: { n: number; played_at: Date }[] = [];
        for (let n = 0; rows.length - n >= spacing; n = wanted.at(-1)?.n ?? NaN) {
          const played_at = rows[n + spacing - 1]?.played_at ?? new Date(NaN);
          wanted.push({ n: until(played_at), played_at });
        }
        expect(keep(batches).landmarks(spacing)).toEqual(wanted);
      }),
    );
  });

  it('are let go of when they become too many', () => {
    const row: WrittenPlay = { track: toTrackForm(play()).track, played_at: new Date(START), ms_played: 1 };
    const plays = new WrittenPlays(2);
    expect([plays.add([row, row]), plays.add([row]), plays.add([row])]).toEqual([true, false, false]);
    expect([...plays.between(0, Infinity)]).toEqual([]);
  });
});
