import fc from 'fast-check';
import { buildCatalogue } from '../catalogue/catalogue';
import { entryAt } from '../random';
import type { Listener, Play } from './listener.types';
import { isWeekend, listenerDayOf, MS_PER_DAY, startOfListenerDay } from './listener-day';
import { Listening } from './listening';
import { NAMED_LISTENERS, Roster } from './roster';

const NOW = Date.UTC(2025, 5, 15, 12);
const catalogue = buildCatalogue(1);
const listening = new Listening(1, catalogue);
const players = NAMED_LISTENERS.filter(({ playsPerDay }) => playsPerDay > 0);
const anyPlayer = fc.constantFrom(...players);
const anyTime = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2040, 0, 1) });

function named(id: string): Listener {
  const listener = new Roster(1).find(id);
  if (!listener) throw new Error(`no listener ${id}`);
  return listener;
}

/** A play in a form that can be compared. */
const plain = (play: Play) =>
  `${play.startedAt} ${play.endedAt} ${play.msPlayed} ${play.kind === 'music' ? play.track.id : play.episode.id}`;

describe('what listeners play', () => {
  it('is the same whenever it is asked for, in whatever process', () => {
    const again = new Listening(1, buildCatalogue(1));
    for (const listener of players) {
      const week = listening.playsBetween(listener, NOW - 7 * MS_PER_DAY, NOW).map(plain);
      expect(week.length).toBeGreaterThan(20);
      expect(again.playsBetween(listener, NOW - 7 * MS_PER_DAY, NOW).map(plain)).toEqual(week);
    }
  });

  it('is the same however a range is cut into pieces', () => {
    fc.assert(
      fc.property(
        anyPlayer,
        anyTime,
        fc.array(fc.integer({ min: 1, max: 2 * MS_PER_DAY }), { maxLength: 6 }),
        (listener, from, steps) => {
          const cuts = steps.reduce((times, step) => [...times, entryAt(times, times.length - 1) + step], [from]);
          const to = entryAt(cuts, cuts.length - 1);
          const pieces = cuts
            .slice(1)
            .flatMap((end, index) => listening.playsBetween(listener, entryAt(cuts, index), end));
          expect(pieces.map(plain)).toEqual(listening.playsBetween(listener, from, to).map(plain));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('never overlaps, and no play is longer than the time it took', () => {
    fc.assert(
      fc.property(anyPlayer, anyTime, (listener, from) => {
        const plays = listening.playsBetween(listener, from, from + 10 * MS_PER_DAY);
        const wrong = plays.filter(
          (play, index) =>
            play.startedAt <= (plays[index - 1]?.endedAt ?? 0) ||
            play.endedAt <= play.startedAt ||
            play.endedAt - play.startedAt < play.msPlayed,
        );
        expect(wrong).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('stays inside the listener’s day, so that each day can be made by itself', () => {
    fc.assert(
      fc.property(anyPlayer, anyTime, (listener, at) => {
        const day = listenerDayOf(listener, at);
        const start = startOfListenerDay(listener, day);
        expect(start <= at && at < start + MS_PER_DAY).toBe(true);
        const plays = listening.playsOfDay(listener, day);
        expect(plays.filter(({ startedAt, endedAt }) => startedAt < start || endedAt >= start + MS_PER_DAY)).toEqual(
          [],
        );
      }),
      { numRuns: 100 },
    );
  });

  it('comes about as often as the listener is said to play', () => {
    for (const listener of players) {
      const perDay = listening.playsBetween(listener, NOW - 365 * MS_PER_DAY, NOW).length / 365;
      expect(perDay / listener.playsPerDay).toBeGreaterThan(0.7);
      expect(perDay / listener.playsPerDay).toBeLessThan(1.3);
    }
  });

  it('holds short skips, podcasts and binges', () => {
    const year = listening.playsBetween(named('mira'), NOW - 365 * MS_PER_DAY, NOW);
    const short = year.filter(({ kind, msPlayed }) => kind === 'music' && msPlayed < 30_000).length / year.length;
    expect(short).toBeGreaterThan(0.05);
    expect(short).toBeLessThan(0.2);
    expect(year.filter(({ kind }) => kind === 'episode').length).toBeGreaterThan(10);
    expect(year.filter(({ msPlayed }) => msPlayed === 0).length).toBeGreaterThan(5);
    const day = listenerDayOf(named('mira'), NOW);
    const shares = Array.from({ length: 200 }, (_, back) =>
      shareOfTopArtist(listening.playsOfDay(named('mira'), day - back)),
    );
    expect(Math.max(...shares)).toBeGreaterThan(0.9);
  });

  it('follows the listener’s rhythm', () => {
    const localHours = (listener: Listener) =>
      listening
        .playsBetween(listener, NOW - 60 * MS_PER_DAY, NOW)
        .map(({ startedAt }) => new Date(startedAt + listener.utcOffsetHours * 3_600_000).getUTCHours());
    const atNight = (hours: number[]) => hours.filter((hour) => hour < 4).length / hours.length;
    expect(atNight(localHours(named('nell')))).toBeGreaterThan(0.2);
    expect(atNight(localHours(named('mira')))).toBeLessThan(0.02);
  });

  it('is nothing at all for somebody who never plays anything', () => {
    const blanca = named('blanca');
    expect(listening.playsBetween(blanca, 0, NOW)).toEqual([]);
    expect(listening.feedAt(blanca, NOW, 50)).toEqual([]);
  });
});

describe('the feed', () => {
  it('holds the last plays of 30 s and more that have ended, newest first', () => {
    for (const listener of players) {
      const feed = listening.feedAt(listener, NOW, 50);
      const heard = listening
        .playsBetween(listener, NOW - 20 * MS_PER_DAY, NOW + 1)
        .filter(({ kind, msPlayed }) => kind === 'music' && msPlayed >= 30_000);
      expect(feed.map(plain)).toEqual(heard.slice(-50).reverse().map(plain));
    }
  });
});

describe('listenerDayOf', () => {
  it.each([
    ['2025-06-14T12:00:00Z', true],
    ['2025-06-15T12:00:00Z', true],
    ['2025-06-16T12:00:00Z', false],
    ['2025-06-16T02:30:00Z', true],
    ['1969-12-28T12:00:00Z', true],
    ['1969-12-29T12:00:00Z', false],
  ])('knows whether %s is on a weekend', (time, weekend) => {
    expect(isWeekend(listenerDayOf(named('mira'), Date.parse(time)))).toBe(weekend);
  });
});

describe('Roster', () => {
  it('makes the same synthetic listener again, and none for a wrong name', () => {
    expect(new Roster(1).find('synthetic-7')).toEqual(new Roster(1).find('synthetic-7'));
    expect(['synthetic-0', 'synthetic-x', 'nobody', ''].map((id) => new Roster(1).find(id))).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
  });

  it('has at least five listeners, one without premium and one who never played anything', () => {
    expect(NAMED_LISTENERS.length).toBeGreaterThanOrEqual(5);
    expect(NAMED_LISTENERS.filter(({ product }) => product === 'free')).toHaveLength(1);
    expect(NAMED_LISTENERS.filter(({ playsPerDay }) => playsPerDay === 0)).toHaveLength(1);
  });
});

function shareOfTopArtist(plays: readonly Play[]): number {
  const counts = new Map<string, number>();
  for (const play of plays) {
    const artist = play.kind === 'music' ? (play.track.artists[0]?.id ?? '') : play.show.id;
    counts.set(artist, (counts.get(artist) ?? 0) + 1);
  }
  return plays.length < 20 ? 0 : Math.max(...counts.values()) / plays.length;
}
