import fc from 'fast-check';
import { histories, zones } from '../testing/arbitraries';
import { rollUpDays, rollUpMonths } from '../testing/roll-up';
import { countRecordings } from './counted';
import { ListeningTotals } from './listening-totals';
import { topRanked } from './rankings';

/** What the totals say, free of the order in which it was added. */
function said(totals: ListeningTotals) {
  const { tracks, artists, albums } = countRecordings(totals.recordings);
  return {
    total: totals.total,
    hours: totals.hours,
    weekdays: totals.weekdays,
    days: [...totals.days].sort((a, b) => (a.date < b.date ? -1 : 1)),
    tracks: topRanked(tracks, Infinity),
    artists: topRanked(artists, Infinity),
    albums: topRanked(albums, Infinity),
  };
}

describe('ListeningTotals', () => {
  it('come out the same from days in any order and from months', () => {
    fc.assert(
      fc.property(histories, zones, (history, zone) => {
        const days = rollUpDays(history, zone);
        const [forwards, backwards, monthly] = [new ListeningTotals(), new ListeningTotals(), new ListeningTotals()];
        for (const day of days) forwards.addDay(day);
        for (const day of [...days].reverse()) backwards.addDay(day);
        for (const month of rollUpMonths(days, zone)) monthly.addMonth(month);
        expect(said(backwards)).toEqual(said(forwards));
        expect(said(monthly)).toEqual(said(forwards));
      }),
    );
  });

  it('count each thing of a history as a plain count over its plays does', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const totals = new ListeningTotals();
        for (const day of rollUpDays(history, 'UTC')) totals.addDay(day);
        const { tracks, artists, albums } = countRecordings(totals.recordings);
        const named = history.filter(({ track }) => track.artist_name.trim() !== '');
        const onAlbum = history.filter(({ track }) => track.album_name.trim() !== '');
        expect(tracks).toHaveLength(new Set(history.map(({ track }) => track.platform_id)).size);
        expect(artists).toHaveLength(new Set(named.map(({ track }) => track.artist_name)).size);
        expect(albums).toHaveLength(
          new Set(onAlbum.map(({ track }) => JSON.stringify([track.album_name, track.artist_name]))).size,
        );
        expect(artists.reduce((sum, { plays }) => sum + plays, 0)).toBe(named.length);
        expect(tracks.reduce((sum, { plays }) => sum + plays, 0)).toBe(history.length);
        expect(tracks.reduce((sum, { ms }) => sum + ms, 0)).toBe(totals.total.ms);
      }),
    );
  });

  it('name a track as its newest day does', () => {
    const track = { platform_id: 't1', artist_name: 'Ada', count: 1, ms: 1 };
    const part = { total_plays: 1, total_ms: 1, hourly: [{ hour: 1, count: 1, ms: 1 }] };
    const totals = new ListeningTotals();
    totals.addDay({ ...part, date: '2024-02-01', track_plays: [{ ...track, name: 'New', album_name: 'B' }] });
    totals.addDay({ ...part, date: '2024-01-01', track_plays: [{ ...track, name: 'Old', album_name: 'A' }] });
    expect(countRecordings(totals.recordings).tracks).toMatchObject([{ key: 't1', name: 'New', plays: 2 }]);
  });

  it('refuse an hour that no day has', () => {
    const totals = new ListeningTotals();
    const hourly = [{ hour: 24, count: 1, ms: 1 }];
    expect(() => {
      totals.addDay({ date: '2024-01-01', total_plays: 1, total_ms: 1, hourly, track_plays: [] });
    }).toThrow('hour or weekday 24');
  });
});
