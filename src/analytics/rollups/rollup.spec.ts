import fc from 'fast-check';
import { dayOf, localTimeOf, weekdayOf } from '../../common/days';
import { matchKey } from '../../common/text';
import { histories, zones } from '../testing/arbitraries';
import { rollUpDays } from '../testing/roll-up';
import { timeOf, type Play } from './play';

function play(at: string, track: Partial<Play['track']> = {}, ms: number | null = 1000): Play {
  const ada = { platform_id: 't1', name: 'Song', artist_name: 'Ada', album_name: 'First', duration_ms: 5000 };
  return { played_at: new Date(at), ms_played: ms, track: { ...ada, ...track } };
}

describe('timeOf', () => {
  it.each([
    [1000, 5000, 1000],
    [null, 5000, 5000],
    [undefined, 5000, 5000],
    [0, 5000, 0],
    [null, undefined, 0],
  ])('a play of %p ms of a track of %p ms lasts %i ms', (ms_played, duration_ms, expected) => {
    const track = { platform_id: 't', name: 'n', artist_name: 'a', album_name: 'b', duration_ms };
    expect(timeOf({ track, ms_played, played_at: new Date(0) })).toBe(expected);
  });
});

describe('a daily roll-up', () => {
  it('holds the fields of the contract, with the time of each track beside its count', () => {
    const days = rollUpDays(
      [
        play('2024-05-20T06:10:00Z'),
        play('2024-05-20T06:50:00Z', { platform_id: 't2', name: 'Other', album_name: 'Second' }, null),
        play('2024-05-20T21:59:59Z'),
        play('2024-05-20T22:00:00Z'),
      ],
      'Europe/Berlin',
    );
    expect(days.map(({ date }) => date)).toEqual(['2024-05-20', '2024-05-21']);
    expect(days[0]).toEqual({
      user_id: 'user',
      date: '2024-05-20',
      day_of_week: 0,
      total_plays: 3,
      total_ms: 7000,
      hourly: [
        { hour: 8, count: 2, ms: 6000 },
        { hour: 23, count: 1, ms: 1000 },
      ],
      artist_plays: new Map([['Ada', 3]]),
      album_plays: new Map([
        ['First', 2],
        ['Second', 1],
      ]),
      track_plays: [
        {
          platform_id: 't1',
          name: 'Song',
          artist_name: 'Ada',
          album_name: 'First',
          count: 2,
          ms: 2000,
          last_played_at: new Date('2024-05-20T21:59:59Z'),
        },
        {
          platform_id: 't2',
          name: 'Other',
          artist_name: 'Ada',
          album_name: 'Second',
          count: 1,
          ms: 5000,
          last_played_at: new Date('2024-05-20T06:50:00Z'),
        },
      ],
      timezone: 'Europe/Berlin',
    });
  });

  it('sums the spellings of a name under the newest of them', () => {
    const [day] = rollUpDays(
      [
        play('2024-05-20T06:00:00Z', { artist_name: 'ADA', album_name: 'First ' }),
        play('2024-05-20T07:00:00Z', { artist_name: 'Ada', album_name: 'FIRST' }),
        play('2024-05-20T08:00:00Z', { artist_name: ' ', album_name: '\u200b' }),
      ],
      'UTC',
    );
    expect(day?.artist_plays).toEqual(new Map([['Ada', 2]]));
    expect(day?.album_plays).toEqual(new Map([['FIRST', 2]]));
  });

  it('sums albums of one name over their artists', () => {
    const [day] = rollUpDays(
      [
        play('2024-05-20T06:00:00Z', { album_name: 'Greatest Hits' }),
        play('2024-05-20T07:00:00Z', { platform_id: 't2', artist_name: 'Bo', album_name: 'Greatest Hits' }),
      ],
      'UTC',
    );
    expect(day?.album_plays).toEqual(new Map([['Greatest Hits', 2]]));
  });

  it('counts a play whose artist and album are blank, but no artist or album', () => {
    const [day] = rollUpDays([play('2024-05-20T06:00:00Z', { artist_name: '', album_name: ' ' })], 'UTC');
    expect(day).toMatchObject({ total_plays: 1, artist_plays: new Map(), album_plays: new Map() });
    expect(day?.track_plays).toHaveLength(1);
  });

  it('keeps names that a stored field name cannot hold as they are, less the NUL', () => {
    const names = ['__proto__', 'will.i.am', '$uicideboy$', 'A\0B'];
    const [day] = rollUpDays(
      names.map((artist_name) => play('2024-05-20T06:00:00Z', { artist_name })),
      'UTC',
    );
    expect([...(day?.artist_plays.keys() ?? [])]).toEqual(['__proto__', 'will.i.am', '$uicideboy$', 'AB']);
  });

  it('shows a track under its last name of the day', () => {
    const [day] = rollUpDays(
      [play('2024-05-20T06:00:00Z', { name: 'Song' }), play('2024-05-20T07:00:00Z', { name: 'Song - Remastered' })],
      'UTC',
    );
    expect(day?.track_plays.map(({ name }) => name)).toEqual(['Song - Remastered']);
  });

  it('joins the two parts of a day that comes back after the next has begun', () => {
    // In St. John's the clocks went from 00:01 on the 7th back to 23:01 on the 6th, at 02:31 UTC.
    const days = rollUpDays(
      ['2010-11-07T02:00:00Z', '2010-11-07T02:30:30Z', '2010-11-07T02:45:00Z', '2010-11-07T03:45:00Z'].map((at) =>
        play(at),
      ),
      'America/St_Johns',
    );
    expect(days.map(({ date, total_plays }) => [date, total_plays])).toEqual([
      ['2010-11-06', 2],
      ['2010-11-07', 2],
    ]);
  });
});

describe('the roll-ups of any history', () => {
  it('hold each play once, on its day and at its hour', () => {
    fc.assert(
      fc.property(histories, zones, (history, zone) => {
        const days = rollUpDays(history, zone);
        expect(new Set(days.map(({ date }) => date)).size).toBe(days.length);
        for (const day of days) {
          const own = history.filter(({ played_at }) => dayOf(played_at, zone) === day.date);
          const ms = own.reduce((sum, each) => sum + timeOf(each), 0);
          expect(day).toMatchObject({ total_plays: own.length, total_ms: ms, day_of_week: weekdayOf(day.date) });
          for (const { hour, count } of day.hourly) {
            expect(own.filter(({ played_at }) => localTimeOf(played_at, zone).hour === hour)).toHaveLength(count);
          }
          expect(day.hourly.reduce((sum, { count }) => sum + count, 0)).toBe(own.length);
          expect(day.track_plays.reduce((sum, { count }) => sum + count, 0)).toBe(own.length);
          expect(day.track_plays.reduce((sum, track) => sum + track.ms, 0)).toBe(ms);
          for (const [name, count] of day.artist_plays) {
            expect(own.filter(({ track }) => matchKey(track.artist_name) === matchKey(name))).toHaveLength(count);
          }
          for (const [name, count] of day.album_plays) {
            expect(own.filter(({ track }) => matchKey(track.album_name) === matchKey(name))).toHaveLength(count);
          }
        }
        expect(days.reduce((sum, day) => sum + day.total_plays, 0)).toBe(history.length);
      }),
    );
  });
});
