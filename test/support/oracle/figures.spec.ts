import { runOracle } from './import';
import { oracleDays, oracleOverview } from './overview';
import { extended, feed, id, type Sample } from './samples';
import { oracleTrend } from './trend';

// A Wednesday.
const NOW = new Date('2024-05-15T12:00:00Z');

const PLAYS: Sample[] = [
  { ts: '2024-05-15T08:00:00Z', ms: 200_000, id: 'A1', track: 'Alpha', artist: 'Ann', album: 'Hits' },
  { ts: '2024-05-14T23:30:00Z', ms: 100_000, id: 'A1', track: 'Alpha', artist: 'Ann', album: 'Hits' },
  { ts: '2024-05-13T10:00:00Z', ms: 300_000, id: 'B1', track: 'Beta', artist: 'Ben', album: 'Hits' },
  { ts: '2024-05-09T10:00:00Z', ms: 60_000, id: 'A2', track: 'Alto', artist: 'Ann' },
  // The last day before the week; in Kolkata already its first.
  { ts: '2024-05-08T20:00:00Z', ms: 50_000, id: 'B1', track: 'Beta', artist: 'Ben', album: 'Hits' },
  { ts: '2024-01-31T12:00:00Z', ms: 3_600_000, id: 'C1', track: 'Chi', artist: 'Cid', album: 'Cords' },
  // The last day before the year.
  { ts: '2023-05-16T12:00:00Z', ms: 1_800_000, id: 'C1', track: 'Chi', artist: 'Cid', album: 'Cords' },
];
const state = runOracle([{ file: 'f', format: 'extended', records: PLAYS.map(extended) }], NOW);
const nothing = runOracle([], NOW);

const line = ({
  rank,
  name,
  play_count,
  total_ms,
}: Record<'rank' | 'play_count' | 'total_ms', number> & { name: string }) =>
  `${rank} ${name} ${play_count} ${total_ms}`;

describe('oracleOverview', () => {
  it('counts the week in UTC', () => {
    const overview = oracleOverview(state, 'UTC', 'week', NOW);
    expect(overview).toMatchObject({
      total_tracks_played: 4,
      total_ms_played: 660_000,
      total_hours: 0.2,
      unique_tracks: 3,
      unique_artists: 2,
      unique_albums: 2,
      listening_streak_days: 3,
    });
    expect(overview.top10.artists.map(line)).toEqual(['1 Ann 3 360000', '2 Ben 1 300000']);
    expect(overview.top10.tracks.map(line)).toEqual(['1 Alpha 2 300000', '2 Beta 1 300000', '3 Alto 1 60000']);
    expect(overview.top10.albums.map((item) => `${line(item)} ${item.artist}`)).toEqual([
      '1 Hits 2 300000 Ann',
      '2 Hits 1 300000 Ben',
    ]);
    expect(overview.top10.tracks[0]?.platform_id).toBe(id('A1'));
  });

  it('shares the week in UTC out over all hours and days', () => {
    const { hourly_distribution: hourly, daily_distribution: daily } = oracleOverview(state, 'UTC', 'week', NOW);
    expect(hourly).toHaveLength(24);
    expect(hourly.filter(({ plays }) => plays > 0)).toEqual([
      { hour: 8, plays: 1, total_ms: 200_000 },
      { hour: 10, plays: 2, total_ms: 360_000 },
      { hour: 23, plays: 1, total_ms: 100_000 },
    ]);
    expect(daily).toEqual([
      { day: 'Monday', plays: 1, total_ms: 300_000 },
      { day: 'Tuesday', plays: 1, total_ms: 100_000 },
      { day: 'Wednesday', plays: 1, total_ms: 200_000 },
      { day: 'Thursday', plays: 1, total_ms: 60_000 },
      { day: 'Friday', plays: 0, total_ms: 0 },
      { day: 'Saturday', plays: 0, total_ms: 0 },
      { day: 'Sunday', plays: 0, total_ms: 0 },
    ]);
  });

  it('counts the week in Asia/Kolkata', () => {
    const overview = oracleOverview(state, 'Asia/Kolkata', 'week', NOW);
    expect(overview).toMatchObject({ total_tracks_played: 5, total_ms_played: 710_000, listening_streak_days: 1 });
    expect(overview.top10.artists.map(line)).toEqual(['1 Ann 3 360000', '2 Ben 2 350000']);
    expect(overview.top10.tracks.map(line)).toEqual(['1 Beta 2 350000', '2 Alpha 2 300000', '3 Alto 1 60000']);
    expect(overview.hourly_distribution.filter(({ plays }) => plays > 0).map(({ hour }) => hour)).toEqual([
      1, 5, 13, 15,
    ]);
    expect(overview.daily_distribution.map(({ plays }) => plays)).toEqual([1, 0, 2, 2, 0, 0, 0]);
  });

  it.each([
    ['month', 5, 710_000, 0.2],
    ['quarter', 5, 710_000, 0.2],
    ['year', 6, 4_310_000, 1.2],
    ['all_time', 7, 6_110_000, 1.7],
  ] as const)('counts the %s: %d plays, %d ms, %d hours', (period, plays, ms, hours) => {
    expect(oracleOverview(state, 'UTC', period, NOW)).toMatchObject({
      total_tracks_played: plays,
      total_ms_played: ms,
      total_hours: hours,
    });
  });

  it('ranks ties by listening time', () => {
    const { artists } = oracleOverview(state, 'UTC', 'all_time', NOW).top100;
    expect(artists.map(line)).toEqual(['1 Ann 3 360000', '2 Cid 2 5400000', '3 Ben 2 350000']);
  });

  it('counts spellings of a name once, and by its id an artist that the catalogue has', () => {
    const spelled = ['Duo', 'DUO ', 'D\u200buo'].map((artist, index): Sample => {
      return { ts: `2024-05-15T0${index}:00:00Z`, ms: 1000, id: `S${index}`, track: '', artist, album: 'Hits' };
    });
    const ofSpellings = runOracle([{ file: 'f', format: 'extended', records: spelled.map(extended) }], NOW);
    const tops = (...artists: (readonly [label: string, artistId: string, name: string])[]) => {
      const catalogue = artists.map(([label, artistId, name]) => {
        return [id(label), { artist: { id: artistId, name }, album: null }] as const;
      });
      const { top10, unique_tracks } = oracleOverview(ofSpellings, 'UTC', 'week', NOW, new Map(catalogue));
      expect(unique_tracks).toBe(3);
      return top10.artists.map(({ platform_id, name, play_count }) => `${platform_id} ${name} ${play_count}`);
    };
    expect(tops()).toEqual([' D\u200buo 3']);
    expect(tops(['S0', 'a', 'Duo'])).toEqual(['a D\u200buo 3']);
    expect(tops(['S0', 'a', 'Duo'], ['S1', 'b', 'DUO'])).toEqual(['b DUO 1', 'a Duo 1', ' D\u200buo 1']);
    expect(tops(['S0', 'a', 'Other'])).toEqual([' D\u200buo 2', 'a Other 1']);
  });

  it('ranks ties of listening time by name, and keeps ten and a hundred', () => {
    const records = Array.from({ length: 120 }, (_, i) => {
      const name = `N${String(119 - i).padStart(3, '0')}`;
      return extended({ ts: '2024-05-15T08:00:00Z', ms: 1000, id: name, track: name, artist: name, album: name });
    });
    const tied = runOracle([{ file: 'f', format: 'extended', records }], NOW);
    const { top10, top100, unique_albums: albums } = oracleOverview(tied, 'UTC', 'week', NOW);
    expect(top10.tracks.map(({ name }) => name)).toEqual([
      'N000',
      'N001',
      'N002',
      'N003',
      'N004',
      'N005',
      'N006',
      'N007',
      'N008',
      'N009',
    ]);
    expect(top10.artists[9]).toMatchObject({ rank: 10, name: 'N009' });
    expect(top100.albums).toHaveLength(100);
    expect(top100.albums[99]).toMatchObject({ rank: 100, name: 'N099' });
    expect(albums).toBe(120);
  });

  it('counts a streak from yesterday while today has no play, and not from the day before', () => {
    const at = (now: string) => oracleOverview(state, 'UTC', 'week', new Date(now)).listening_streak_days;
    expect(at('2024-05-16T12:00:00Z')).toBe(3);
    expect(at('2024-05-17T12:00:00Z')).toBe(0);
  });

  it('takes the length of the track where the listening time is unknown', () => {
    const fed = runOracle(
      [{ file: 'f', format: 'feed', records: [feed('2024-05-15T08:00:00.000Z', 'S', 'Song', 'Ann', 123_000)] }],
      NOW,
    );
    expect(oracleOverview(fed, 'UTC', 'week', NOW).total_ms_played).toBe(123_000);
  });

  it('is all zeros without plays', () => {
    expect(oracleOverview(nothing, 'UTC', 'all_time', NOW)).toMatchObject({
      total_tracks_played: 0,
      total_hours: 0,
      listening_streak_days: 0,
      top100: { artists: [], tracks: [], albums: [] },
    });
  });

  it('keeps names that are properties of every object', () => {
    const records = ['__proto__', 'constructor'].map((name) =>
      extended({ ts: '2024-05-15T08:00:00Z', ms: 1000, id: name.replaceAll('_', 'u'), track: name, artist: name }),
    );
    const odd = runOracle([{ file: 'f', format: 'extended', records }], NOW);
    expect(oracleOverview(odd, 'UTC', 'week', NOW).top10.artists.map(line)).toEqual([
      '1 __proto__ 1 1000',
      '2 constructor 1 1000',
    ]);
  });
});

describe('oracleTrend', () => {
  it('has a point for every day of the week', () => {
    const trend = oracleTrend(state, 'UTC', 'week', NOW);
    expect(trend.granularity).toBe('%Y-%m-%d');
    expect(trend.points.map(({ label, plays }) => `${label} ${plays}`)).toEqual([
      '2024-05-09 1',
      '2024-05-10 0',
      '2024-05-11 0',
      '2024-05-12 0',
      '2024-05-13 1',
      '2024-05-14 1',
      '2024-05-15 1',
    ]);
    expect(trend.points[4]).toEqual({ label: '2024-05-13', plays: 1, ms: 300_000, hours: 0.08 });
  });

  it('has a point for every ISO week that the quarter touches', () => {
    const { granularity, points } = oracleTrend(state, 'UTC', 'quarter', NOW);
    expect(granularity).toBe('%G-W%V');
    expect(points).toHaveLength(14);
    expect(points[0]).toEqual({ label: '2024-W07', plays: 0, ms: 0, hours: 0 });
    expect(points.slice(-2)).toEqual([
      { label: '2024-W19', plays: 2, ms: 110_000, hours: 0.03 },
      { label: '2024-W20', plays: 3, ms: 600_000, hours: 0.17 },
    ]);
  });

  it('has a point for every month of the year, with the plays of its days alone', () => {
    const { granularity, points } = oracleTrend(state, 'UTC', 'year', NOW);
    expect(granularity).toBe('%Y-%m');
    expect(points).toHaveLength(13);
    expect(points[0]).toEqual({ label: '2023-05', plays: 0, ms: 0, hours: 0 });
    expect(points[8]).toEqual({ label: '2024-01', plays: 1, ms: 3_600_000, hours: 1 });
  });

  it('starts all time with the month of the first play', () => {
    const { points } = oracleTrend(state, 'UTC', 'all_time', NOW);
    expect(points).toHaveLength(13);
    expect(points[0]).toEqual({ label: '2023-05', plays: 1, ms: 1_800_000, hours: 0.5 });
  });

  it.each(['week', 'all_time'] as const)('has no points without plays: %s', (period) => {
    expect(oracleTrend(nothing, 'UTC', period, NOW).points).toEqual([]);
  });
});

describe('oracleDays', () => {
  it('lists the days with a play in the zone', () => {
    expect(oracleDays(state, 'Asia/Kolkata')).toEqual([
      '2023-05-16',
      '2024-01-31',
      '2024-05-09',
      '2024-05-13',
      '2024-05-15',
    ]);
  });
});
