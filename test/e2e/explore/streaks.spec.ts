import { DAY, isoDay, todayUtc, useHandmadeHistory } from '../../support/explore/handmade-history';

interface Streak {
  rank: number;
  item: { name: string } | null;
  first_day: string;
  last_day: string;
  days: number;
  play_count: number;
  is_current: boolean;
}

interface Streaks {
  items: Streak[];
  current: Streak[];
  total: number;
}

const noon = (day: string): string => `${day}T12:00:00Z`;

describe('streaks', () => {
  const history = useHandmadeHistory();
  const daysOf = ({ items }: Streaks): string[] => items.map(({ first_day, last_day }) => `${first_day} ${last_day}`);

  it('of nobody are none', async () => {
    for (const kind of ['days', 'artists', 'tracks'])
      expect(await history.get(`streaks?of=${kind}`)).toMatchObject({ of: kind, items: [], current: [], total: 0 });
  });

  it('of days are the longest first, then those of more plays, then the newer', async () => {
    const days = ['2024-01-01', '2024-01-03', '2024-01-03', '2024-01-05', '2024-02-01', '2024-02-02'];
    await history.store(...days.map((day, index) => ({ at: Date.parse(noon(day)) + index })));
    const streaks = await history.get<Streaks>('streaks');
    expect(streaks.items).toMatchObject([
      { rank: 1, item: null, days: 2, play_count: 2, is_current: false },
      { rank: 2, item: null, days: 1, play_count: 2 },
      { rank: 3, days: 1, play_count: 1 },
      { rank: 4, days: 1, play_count: 1 },
    ]);
    expect(daysOf(streaks)).toEqual([
      '2024-02-01 2024-02-02',
      '2024-01-03 2024-01-03',
      '2024-01-05 2024-01-05',
      '2024-01-01 2024-01-01',
    ]);
    expect(await history.get('streaks?offset=3&limit=2')).toMatchObject({
      total: 4,
      items: [{ rank: 4 }],
      current: [],
    });
    expect(await history.get('streaks?offset=4')).toMatchObject({ total: 4, items: [] });
  });

  it('of items are of two days or more, and without an artist of none', async () => {
    await history.store(
      ...['2024-01-01', '2024-01-02', '2024-01-04'].map((day) => ({ at: noon(day), track: 1 })),
      ...['2024-01-02', '2024-01-03'].map((day) => ({ at: noon(day), track: 2, artist: '' })),
    );
    const [artists, tracks] = [
      await history.get<Streaks>('streaks?of=artists'),
      await history.get<Streaks>('streaks?of=tracks'),
    ];
    expect(daysOf(artists)).toEqual(['2024-01-01 2024-01-02']);
    expect(artists.items).toMatchObject([{ item: { name: 'Artist 1' } }]);
    expect(daysOf(tracks)).toEqual(['2024-01-02 2024-01-03', '2024-01-01 2024-01-02']);
    expect(tracks.items).toMatchObject([{ item: { name: 'Song 2', artist_name: '' } }, { item: { name: 'Song 1' } }]);
  });

  it('break at a day that the lens leaves out', async () => {
    // Monday 1st to Sunday 7th.
    await history.store(...Array.from({ length: 7 }, (_, index) => ({ at: noon(`2024-01-0${index + 1}`) })));
    expect(await history.get('streaks')).toMatchObject({ total: 1, items: [{ days: 7 }] });
    expect(await history.get('streaks?weekdays=1-2,4-7')).toMatchObject({ items: [{ days: 4 }, { days: 2 }] });
  });

  it('go on if their last day is today or yesterday', async () => {
    const today = todayUtc();
    await history.store({ at: today - 2 * DAY }, { at: today - 3 * DAY, track: 2 }, { at: today - 3 * DAY });
    expect(await history.get('streaks')).toMatchObject({ current: [], items: [{ is_current: false }] });
    history.user = await history.api.signIn();
    await history.store({ at: today - DAY }, { at: today - 2 * DAY }, { at: today - 9 * DAY, track: 2 });
    expect(await history.get('streaks?offset=1')).toMatchObject({
      items: [{ rank: 2, is_current: false }],
      current: [{ rank: 1, last_day: isoDay(today - DAY), is_current: true }],
    });
  });

  it('refuse what they are not of', async () => {
    expect(await history.problemsOf('streaks?of=albums')).toEqual(['query of enum']);
    expect(await history.problemsOf('streaks?limit=0&offset=x')).toEqual([
      'query limit greater_than_equal',
      'query offset int_parsing',
    ]);
  });
});
