import { useExplore } from '../../support/explore/explore-client';

type Body = Record<string, unknown>;

const LENSES = [
  '',
  'measure=ms',
  'with_features=true',
  'hours=22-4&min_ms=30000',
  'timezone=Asia/Kathmandu',
  'client=x',
];

describe('a year in review', () => {
  const explore = useExplore(1_000, 0);
  const first = (body: Body): unknown => (body.items as unknown[])[0] ?? null;
  const totalsOf = (body: Body | null): Body => {
    const { play_count, total_ms, unique_tracks, unique_artists, unique_albums, unique_genres, listening_days } =
      body ?? {};
    return { play_count, total_ms, unique_tracks, unique_artists, unique_albums, unique_genres, listening_days };
  };
  const yearNow = (): number => Number(explore.today.slice(0, 4));

  it.each(LENSES.flatMap((lens) => [0, 1].map((ago) => [lens, ago] as const)))(
    'says through %j what the operations say of it, %d years ago',
    async (lens, ago) => {
      const year = String(yearNow() - ago);
      const through = (period: string): string => [lens, `period=${period}`].filter((part) => part !== '').join('&');
      const ask = (path: string, own = ''): Promise<Body> => explore.get(`${path}?${through(year)}${own}`);
      const summary = await ask('summary');
      const clock = await ask('clock');
      const top = async (kind: string) => (await ask(`top/${kind}`, '&limit=10')).items;
      const steps = async (of: string) =>
        (await ask('discoveries', `&of=${of}&step=month`)).steps as { discovered_count: number }[];
      const discovered = async (of: string): Promise<number[]> => {
        const counts = (await steps(of)).map(({ discovered_count }) => discovered_count);
        return [...counts, ...Array.from({ length: 12 - counts.length }, () => 0)];
      };
      const body = await explore.get(`years/${year}?${lens}`);

      const { months, biggest_day, new_artists, first_play, last_play, ...rest } = body;
      expect(rest).toEqual({
        lens: summary.lens,
        year: Number(year),
        is_complete: ago > 0,
        totals: totalsOf(summary),
        previous_totals: totalsOf(summary.previous as Body),
        change: summary.change,
        top_artists: await top('artists'),
        top_albums: await top('albums'),
        top_tracks: await top('tracks'),
        top_genres: await top('genres'),
        clock: { play_count: clock.play_count, total_ms: clock.total_ms },
        discoveries: {
          artists: await discovered('artists'),
          albums: await discovered('albums'),
          tracks: await discovered('tracks'),
        },
        longest_session: first(await ask('sessions', '&sort=longest')),
        longest_streak: first(await ask('streaks')),
        obsession: first(await ask('obsessions')),
        effective_artists: (await ask('diversity', '&step=year')).effective_artists,
      });
      await expectMonths(months as Body[], through);
      expectBiggestDay(biggest_day as Body | null, await ask('calendar', `&year=${year}`), lens);
      expectNewArtists(new_artists as Body[], await ask('discoveries', '&limit=100'), lens);
      expect([(first_play as Body | null)?.played_at ?? null, (last_play as Body | null)?.played_at ?? null]).toEqual([
        summary.first_played_at,
        summary.last_played_at,
      ]);
    },
    60_000,
  );

  async function expectMonths(months: Body[], through: (period: string) => string): Promise<void> {
    expect(months).toHaveLength(12);
    // Two months tell as much as twelve: all come from one statement.
    for (const { label, ...month } of [...months.slice(0, 1), ...months.slice(6, 7)]) {
      const { play_count, total_ms } = await explore.get(`summary?${through(String(label))}`);
      const best = async (kind: string): Promise<unknown> => {
        const ofPrimary = through(String(label)).replace('with_features=true', 'with_features=false');
        const item = first(await explore.get(`top/${kind}?${ofPrimary}&limit=1`)) as Body | null;
        return item && expect.objectContaining({ id: item.id, play_count: item.play_count, total_ms: item.total_ms });
      };
      const [top_artist, top_genre] = [await best('artists'), await best('genres')];
      expect({ label, ...month }).toEqual({ label, play_count, total_ms, top_artist, top_genre });
    }
  }

  function expectBiggestDay(day: Body | null, calendar: Body, lens: string): void {
    const by = lens.startsWith('measure=ms') ? 'total_ms' : 'play_count';
    const days = (calendar.days as Record<string, number>[]).filter(({ play_count }) => Number(play_count) > 0);
    const most = Math.max(...days.map((each) => Number(each[by])));
    expect(day).toEqual(days.find((each) => each[by] === most) ?? null);
  }

  function expectNewArtists(artists: Body[], discoveries: Body, lens: string): void {
    const [by, then] = lens.startsWith('measure=ms')
      ? (['total_ms', 'play_count'] as const)
      : (['play_count', 'total_ms'] as const);
    const items = discoveries.items as Record<string, number>[];
    expect(items).toHaveLength(Number(discoveries.total));
    const ranked = items.sort((a, b) => Number(b[by]) - Number(a[by]) || Number(b[then]) - Number(a[then]));
    expect(artists).toEqual(ranked.slice(0, 5));
  }

  it('is all zeros where nothing was played, also in a year to come', async () => {
    for (const year of ['1999', String(yearNow() + 1)]) {
      const body = await explore.get(`years/${year}`);
      expect(body).toMatchObject({
        year: Number(year),
        is_complete: year === '1999',
        totals: { play_count: 0, listening_days: 0 },
        previous_totals: { play_count: 0 },
        top_artists: [],
        discoveries: { artists: Array.from({ length: 12 }, () => 0) },
        new_artists: [],
        biggest_day: null,
        longest_session: null,
        longest_streak: null,
        obsession: null,
        effective_artists: 0,
        first_play: null,
        last_play: null,
      });
    }
  });

  it.each(['999', '20240', 'abcd', '2024-01', '%20%202'])('is not %j', async (year) => {
    const { status, body } = await explore.api.call(`/api/v1/explore/years/${year}`, { as: explore.user });
    expect([status, body.detail]).toMatchObject([422, [{ loc: ['path', 'year'] }]]);
  });

  it.each(['from=2024-01-01', 'to=2024-01-01', 'period=2024'])('takes no range beside it: %s', async (query) => {
    const { status, body } = await explore.api.call(`/api/v1/explore/years/2024?${query}`, { as: explore.user });
    expect([status, body.detail]).toMatchObject([422, [{ loc: ['query', query.split('=')[0]] }]]);
  });
});
