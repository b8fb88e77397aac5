import fc from 'fast-check';
import { addDays, daysOfMonth } from '../../common/days';
import { matchKey } from '../../common/text';
import type { DailyRollup, MonthlyRollup } from '../rollups/rollup';
import { histories, zones } from '../testing/arbitraries';
import { rollUpDays, rollUpMonths } from '../testing/roll-up';
import { type Counted, Counter } from './counter';
import { Identities } from './identities';
import { ListeningTotals } from './listening-totals';
import { UnpackedMonth } from './packed-month';
import { topRanked } from './rankings';

/** What is counted of totals of which the catalogue knows nothing. */
function countedOf({ recordings }: ListeningTotals): Counted {
  const counter = new Counter(new Identities(new Map()));
  counter.add(recordings);
  return counter.take();
}

/** What the totals say, free of the order in which it was added. */
function said(totals: ListeningTotals) {
  const { trackIds, topTracks, artists, albums, topAlbums } = countedOf(totals);
  return {
    total: totals.total,
    hours: totals.hours,
    weekdays: totals.weekdays,
    days: [...totals.days].sort((a, b) => (a.date < b.date ? -1 : 1)),
    tracks: [trackIds.length, topTracks],
    artists: topRanked(artists, Infinity),
    albums: [albums, topAlbums],
  };
}

/** The totals of months, each added in two parts, the second of which begins on that day of the month. */
function totalsOf(months: readonly MonthlyRollup[], secondPart = 1): ListeningTotals {
  const totals = new ListeningTotals();
  for (const { month, days, by_day } of months) {
    const unpacked = new UnpackedMonth(month, by_day);
    const { first, last } = daysOfMonth(month);
    const start = addDays(first, secondPart - 1);
    for (const range of [
      { first: start, last },
      { first, last: addDays(start, -1) },
    ]) {
      const inRange = days.filter(({ date }) => date >= range.first && date <= range.last);
      totals.addDaysOf(unpacked, range, inRange);
    }
  }
  return totals;
}

/** The same added up without roll-ups of months: every day by itself. */
function totalsOfDays(days: readonly DailyRollup[]): ListeningTotals {
  return totalsOf(days.flatMap((day) => rollUpMonths([day], day.timezone)));
}

describe('ListeningTotals', () => {
  it('come out the same from single days, and from months in any order and in two parts', () => {
    fc.assert(
      fc.property(histories, zones, fc.integer({ min: 1, max: 31 }), (history, zone, secondPart) => {
        const days = rollUpDays(history, zone);
        const months = rollUpMonths(days, zone);
        const expected = said(totalsOfDays(days));
        expect(said(totalsOf(months))).toEqual(expected);
        expect(said(totalsOf([...months].reverse(), Math.min(secondPart, 28)))).toEqual(expected);
      }),
    );
  });

  it('come from a text that does not depend on the order of the days', () => {
    fc.assert(
      fc.property(histories, zones, (history, zone) => {
        const days = rollUpDays(history, zone);
        expect(rollUpMonths([...days].reverse(), zone)).toEqual(rollUpMonths(days, zone));
      }),
    );
  });

  it('count each thing of a history as a plain count over its plays does', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const totals = totalsOf(rollUpMonths(rollUpDays(history, 'UTC'), 'UTC'));
        const { trackIds, trackPlays, topTracks, artists, albums } = countedOf(totals);
        const named = history.filter(({ track }) => track.artist_name.trim() !== '');
        const onAlbum = history.filter(({ track }) => track.album_name.trim() !== '');
        expect(trackIds).toHaveLength(new Set(history.map(({ track }) => track.platform_id)).size);
        expect(artists).toHaveLength(new Set(named.map(({ track }) => matchKey(track.artist_name))).size);
        expect(albums).toBe(
          new Set(onAlbum.map(({ track }) => JSON.stringify([track.album_name, track.artist_name].map(matchKey)))).size,
        );
        expect(artists.reduce((sum, { plays }) => sum + plays, 0)).toBe(named.length);
        expect(trackPlays.reduce((sum, plays) => sum + plays, 0)).toBe(history.length);
        expect(topTracks.reduce((sum, { ms }) => sum + ms, 0)).toBe(totals.total.ms);
      }),
    );
  });

  it('name a track as its newest play does', () => {
    const track = { platform_id: 't1', artist_name: 'Ada', album_name: 'A', duration_ms: 1 };
    const play = (name: string, at: string) => ({ track: { ...track, name }, played_at: new Date(at), ms_played: 1 });
    const days = rollUpDays(
      [play('Old', '2024-01-02T09:00:00Z'), play('New', '2024-01-02T09:00:01Z'), play('Newest', '2024-02-01')],
      'UTC',
    );
    const nameIn = (of: readonly DailyRollup[]) =>
      countedOf(totalsOf(rollUpMonths(of, 'UTC'))).topTracks.map(({ name, plays }) => [name, plays]);
    expect(nameIn(days)).toEqual([['Newest', 3]]);
    expect(nameIn(days.slice(0, 1))).toEqual([['New', 2]]);
  });

  it('refuse an hour that no day has', () => {
    expect(() => {
      new ListeningTotals().addHour(24, { plays: 1, ms: 1 });
    }).toThrow('hour or weekday 24');
  });
});
