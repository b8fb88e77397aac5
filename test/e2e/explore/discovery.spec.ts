import { DAY, isoDay, MINUTE, play, today, useFigures } from '../../support/figures-client';

const NOON = 12 * 60 * MINUTE;
/** Noon of the day so many days ago. */
const ago = (days: number): number => today() - days * DAY + NOON;
const names = (items: unknown): string[] => (items as { name: string }[]).map(({ name }) => name);

describe('discoveries', () => {
  const figures = useFigures();
  const get = (query = '') => figures.get(`explore/discoveries?${query}`);

  it('are of the first plays in the world, newest first', async () => {
    await figures.write(
      play(1, ago(400)),
      play(2, ago(10)),
      play(1, ago(9)),
      play(3, ago(8)),
      play(3, ago(5), { trackId: '3b'.padEnd(22, 'x'), trackName: 'Another' }),
      play(2, ago(4)),
    );
    const month = await get('period=month');
    expect(names(month.items)).toEqual(['Artist 3', 'Artist 2']);
    expect(month).toMatchObject({ of: 'artists', step: 'month', total: 2, limit: 50, offset: 0 });
    expect((month.items as unknown[])[0]).toEqual({
      ...{ id: expect.stringMatching(/^name:/) as unknown, name: 'Artist 3', artist_id: '', artist_name: '' },
      ...{ album_id: '', album_name: '', image_url: '', play_count: 2, total_ms: 200_000 },
      first_played_at: new Date(ago(8)).toISOString(),
    });
    expect(names((await get('period=month&of=tracks')).items)).toEqual(['Another', 'Song 3', 'Song 2']);
    expect(names((await get('of=albums')).items)).toEqual(['Album 3', 'Album 2', 'Album 1']);
    // What counts is the world of the lens.
    expect(names((await get(`from=${isoDay(ago(9))}&to=${isoDay(ago(9))}`)).items)).toEqual([]);
  });

  it('leave out what the lens does not see', async () => {
    await figures.write(play(1, ago(40), { msPlayed: 5_000 }), play(1, ago(20)), play(2, ago(10)));
    expect(names((await get('period=month&of=tracks')).items)).toEqual(['Song 2']);
    expect(names((await get('period=month&of=tracks&min_ms=30000')).items)).toEqual(['Song 2', 'Song 1']);
  });

  it('at one time are in rank order', async () => {
    await figures.write(play(1, ago(3)), play(2, ago(3)), play(3, ago(3)), play(3, ago(2), { msPlayed: 7 }));
    expect(names((await get('of=tracks')).items)).toEqual(['Song 3', 'Song 1', 'Song 2']);
    await figures.write(play(2, ago(1), { msPlayed: 50_000 }));
    expect(names((await get('of=tracks')).items)).toEqual(['Song 2', 'Song 3', 'Song 1']);
  });

  it('are counted by step, in the whole range', async () => {
    await figures.write(play(1, ago(2)), play(1, ago(2) + 10 * MINUTE), play(2, ago(2) + 20 * MINUTE), play(2, ago(1)));
    const { steps } = await get('step=day&limit=1&offset=1');
    expect(steps).toEqual([
      { label: isoDay(ago(2)), discovered_count: 2, play_count: 3, share: 0.6667 },
      { label: isoDay(ago(1)), discovered_count: 0, play_count: 1, share: 0 },
      { label: isoDay(ago(0)), discovered_count: 0, play_count: 0, share: 0 },
    ]);
  });

  it('are none past the end, and in a range without plays', async () => {
    expect(await get()).toMatchObject({ steps: [], items: [], total: 0 });
    expect(await get('offset=7')).toMatchObject({ items: [], total: 0, offset: 7 });
    await figures.write(play(1, ago(1)), play(2, ago(1)));
    expect(await get('offset=2')).toMatchObject({ items: [], total: 2, offset: 2 });
    expect(await get('limit=1&offset=1')).toMatchObject({ items: [{ name: 'Artist 2' }], total: 2 });
    expect(await get('period=2001&step=year')).toMatchObject({
      steps: [{ label: '2001', discovered_count: 0, play_count: 0, share: 0 }],
      items: [],
    });
  });
});

describe('the funnel of discoveries', () => {
  const figures = useFigures();
  const get = (query = '') => figures.get(`explore/funnel?${query}`);

  it('says what share was played again so many days after its first play, once so many have passed', async () => {
    await figures.write(
      ...[play(1, ago(8)), play(1, ago(1))],
      ...[play(2, ago(7)), play(2, ago(1))],
      ...[play(3, ago(6)), play(3, ago(1))],
    );
    const quarterOf = async (days: number) =>
      (await get(`of=tracks&from=${isoDay(ago(days))}&to=${isoDay(ago(days))}`)).quarters;
    expect(await quarterOf(8)).toMatchObject([{ discovered_count: 1, after_7_days: 1, after_30_days: null }]);
    expect(await quarterOf(7)).toMatchObject([{ discovered_count: 1, after_7_days: 0, after_30_days: null }]);
    expect(await quarterOf(6)).toMatchObject([{ discovered_count: 1, after_7_days: null, after_30_days: null }]);
  });

  it('looks at plays of the world behind the range', async () => {
    await figures.write(play(1, Date.UTC(2020, 1, 3)), play(1, Date.UTC(2021, 1, 2)), play(2, Date.UTC(2020, 2, 1)));
    const year = await get('period=2020');
    expect(year).toMatchObject({ of: 'artists' });
    expect(year.quarters).toEqual([
      { label: '2020-Q1', discovered_count: 2, ...after(0.5, 0.5, 0.5, 0.5) },
      ...['2020-Q2', '2020-Q3', '2020-Q4'].map((label) => ({
        label,
        discovered_count: 0,
        ...after(null, null, null, null),
      })),
    ]);
    await figures.write(play(2, Date.UTC(2021, 1, 28)));
    expect((await get('period=2020-Q1')).quarters).toMatchObject([{ after_90_days: 1, after_365_days: 0.5 }]);
    expect((await get('period=2021-Q1')).quarters).toMatchObject([{ discovered_count: 0 }]);
  });

  it('is empty without a play', async () => {
    expect((await get()).quarters).toEqual([]);
  });
});

function after(week: number | null, month: number | null, quarter: number | null, year: number | null) {
  return { after_7_days: week, after_30_days: month, after_90_days: quarter, after_365_days: year };
}

describe('the diversity of plays', () => {
  const figures = useFigures();
  const get = (query = '') => figures.get(`explore/diversity?${query}`);

  it('is how many artists played alike would be as diverse, and how unequal they are', async () => {
    await figures.write(
      ...[0, 1, 2].map((day) => play(1, ago(5) + day * 10 * MINUTE)),
      play(2, ago(5) - 30 * MINUTE),
      play(3, ago(5) - 50 * MINUTE, { artistName: ' ' }),
      play(1, ago(4)),
      play(4, ago(4) + 10 * MINUTE),
    );
    const diversity = await get(`step=day&from=${isoDay(ago(5))}&to=${isoDay(ago(3))}`);
    expect(diversity).toMatchObject({ step: 'day', unique_artists: 3, new_artists_share: 1 });
    expect(diversity.steps).toEqual([
      // p = 3/4 and 1/4
      { label: isoDay(ago(5)), play_count: 5, ...mix(2, 1.75, 1, 0.25) },
      { label: isoDay(ago(4)), play_count: 2, ...mix(2, 2, 0.5, 0) },
      { label: isoDay(ago(3)), play_count: 0, ...mix(0, 0, 0, 0) },
    ]);
    expect(await get(`step=day&from=${isoDay(ago(4))}`)).toMatchObject({ new_artists_share: 0.5, unique_artists: 2 });
  });

  it('goes by the measure, and is nothing where that is 0', async () => {
    await figures.write(play(1, ago(2), { msPlayed: 0 }), play(2, ago(1), { msPlayed: 0 }));
    expect(await get('measure=ms')).toMatchObject(mix(2, 0, 1, 0));
    expect(await get()).toMatchObject(mix(2, 2, 1, 0));
    await figures.write(play(2, ago(1) + 30 * MINUTE, { msPlayed: 9 }));
    expect(await get('measure=ms')).toMatchObject(mix(2, 1, 1, 0.5));
  });

  it('is 0 without a play', async () => {
    expect(await get()).toMatchObject({ ...mix(0, 0, 0, 0), steps: [] });
  });
});

function mix(unique_artists: number, effective_artists: number, new_artists_share: number, gini: number) {
  return { unique_artists, effective_artists, new_artists_share, gini };
}

describe('what is forgotten', () => {
  const figures = useFigures();
  const get = (query = '') => figures.get(`explore/forgotten?${query}`);
  /** Plays of a track on days that lie so many days ago. */
  const onDays = (number: number, ...days: number[]) => days.map((day) => play(number, ago(day)));

  it('was played on 5 days or more, and not for more than 90 days and 3 of its usual gaps', async () => {
    await figures.write(
      ...onDays(1, 120, 110, 105, 100, 91),
      ...onDays(2, 119, 109, 104, 99, 90),
      ...onDays(3, 119, 109, 104, 99),
      // Its usual gap is 31 days.
      ...onDays(4, 186, 155, 124, 105, 93),
      ...onDays(5, 187, 156, 125, 106, 94),
      play(3, ago(99) + 30 * MINUTE),
    );
    const { items, ...page } = await get();
    expect(page).toMatchObject({ total: 2, limit: 50, offset: 0 });
    expect(page).not.toHaveProperty('of');
    expect(items).toEqual([
      expect.objectContaining({
        ...{ rank: 1, name: 'Artist 1', play_count: 5, total_ms: 500_000, listening_days: 5 },
        ...{ last_played_at: new Date(ago(91)).toISOString(), gap_days: 91, usual_gap_days: 10 },
      }),
      expect.objectContaining({ rank: 2, name: 'Artist 5', gap_days: 94, usual_gap_days: 31 }),
    ]);
    expect(names((await get('of=tracks&offset=1')).items)).toEqual(['Song 5']);
    expect(await get('of=tracks&offset=2')).toMatchObject({ items: [], total: 2 });
    // As of the end of the range.
    expect((await get(`to=${isoDay(ago(1))}`)).items).toEqual([]);
    expect((await get('to=2001-01-01')).items).toEqual([]);
  });

  it('has as its usual gap one that nine of ten are not longer than', async () => {
    // Gaps of 1 to 11 days: the 10th smallest.
    const days = Array.from({ length: 12 }, (_, index) => 200 - (index * (index + 1)) / 2);
    await figures.write(...onDays(1, ...days));
    expect((await get()).items).toMatchObject([{ listening_days: 12, usual_gap_days: 10 }]);
  });

  it('is in order of plays, whatever the measure is', async () => {
    const days = [104, 103, 102, 101, 100];
    await figures.write(
      ...onDays(1, ...days).map((each) => ({ ...each, msPlayed: 200_000 })),
      ...onDays(2, ...days),
      play(2, ago(100) + 30 * MINUTE),
    );
    expect(names((await get('measure=ms')).items)).toEqual(['Artist 2', 'Artist 1']);
  });
});

describe('operations about discovery', () => {
  const figures = useFigures();
  const call = (path: string, headers = {}) =>
    figures.api.call(`/api/v1/explore/${path}`, { as: figures.user, headers });

  it.each([
    ['discoveries?of=genres', 'of', 'enum'],
    ['discoveries?limit=101', 'limit', 'less_than_equal'],
    ['discoveries?limit=0', 'limit', 'greater_than_equal'],
    ['discoveries?offset=1000001', 'offset', 'less_than_equal'],
    ['discoveries?offset=-1', 'offset', 'greater_than_equal'],
    ['discoveries?step=hour&from=2001-01-01', 'step', 'enum'],
    ['diversity?step=decade', 'step', 'enum'],
    ['diversity?step=day&from=1970-01-01', 'step', 'enum'],
    ['funnel?of=', 'of', 'enum'],
    ['forgotten?of=albums', 'of', 'enum'],
  ])('refuse %s', async (path, name, type) => {
    const { status, body } = await call(path);
    expect({ status, body }).toMatchObject({ status: 422, body: { detail: [{ loc: ['query', name], type }] } });
  });

  it.each(['discoveries', 'funnel', 'diversity', 'forgotten'])('send %s once while nothing changes', async (path) => {
    await figures.write(play(1, ago(1)));
    const first = await call(path);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\//);
    const again = await call(path, { 'if-none-match': tag });
    expect({ status: again.status, tag: again.headers.get('etag') }).toEqual({ status: 304, tag });
    await figures.write(play(2, ago(1)));
    expect((await call(path, { 'if-none-match': tag })).status).toBe(200);
  });
});
