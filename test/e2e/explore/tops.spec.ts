import { playsOf, useHandmade } from '../../support/explore/handmade';

interface Page {
  items: Record<string, unknown>[];
  total: number;
}

interface Found {
  lens: { q: string };
  query: string;
  artists: Page;
  albums: Page;
  tracks: Page;
}

const names = ({ items }: Page): unknown[] => items.map(({ name }) => name);

describe('top lists, ranks and search of explore', () => {
  const histories = useHandmade();

  it('rank by the measure, then the other, then by name, and leave no rank out', async () => {
    await histories.write(
      playsOf('b', '2024-05-01', 2),
      playsOf('a', '2024-05-02', 2),
      playsOf('B', '2024-05-03', 2),
      playsOf('long', '2024-05-04', 1, { msPlayed: 250_000 }),
    );
    const plays = await histories.get<Page>('top/tracks');
    expect(plays.items.map(({ rank, name }) => [rank, name])).toEqual([
      [1, 'B'],
      [2, 'a'],
      [3, 'b'],
      [4, 'long'],
    ]);
    expect(names(await histories.get<Page>('top/tracks?measure=ms'))).toEqual(['long', 'B', 'a', 'b']);
    expect(plays.items[0]).toMatchObject({
      share: 0.2857,
      movement: null,
      previous_rank: null,
      previous_play_count: 0,
    });
  });

  it('say how items moved against the range before', async () => {
    await histories.write(
      playsOf('back', '2024-03-01', 1),
      ...[playsOf('down', '2024-04-10', 5), playsOf('up', '2024-04-11', 3), playsOf('same', '2024-04-12', 1)],
      ...[playsOf('up', '2024-05-10', 5), playsOf('down', '2024-05-11', 4), playsOf('same', '2024-05-12', 3)],
      ...[playsOf('back', '2024-05-13', 2), playsOf('new', '2024-05-14', 1)],
    );
    const { items } = await histories.get<Page>('top/tracks?period=2024-05');
    expect(items.map(({ name, movement, previous_rank }) => [name, movement, previous_rank])).toEqual([
      ['up', 'up', 2],
      ['down', 'down', 1],
      ['same', 'same', 3],
      ['back', 'returned', null],
      ['new', 'new', null],
    ]);
    expect(items[0]).toMatchObject({ previous_play_count: 3, previous_total_ms: 300_000 });
  });

  it('count plays without an artist in the whole, but have no item for them', async () => {
    await histories.write(
      playsOf('a', '2024-05-01', 1),
      playsOf('x', '2024-05-02', 3, { artistName: '', albumName: '' }),
    );
    const { items, total } = await histories.get<Page>('top/artists');
    expect({ total, shares: items.map(({ name, share }) => [name, share]) }).toEqual({
      total: 1,
      shares: [['Artist a', 0.25]],
    });
    expect(await histories.get<Page>('top/albums')).toMatchObject({ total: 1 });
    expect(await histories.get<Page>('top/tracks')).toMatchObject({ total: 2 });
  });

  it('are empty past the end and where nothing was played, and refuse other pages', async () => {
    await histories.write(playsOf('a', '2024-05-01', 1));
    for (const path of ['top/artists?offset=1', 'top/artists?offset=1000000'])
      expect(await histories.get(path)).toMatchObject({ items: [], total: 1, limit: 50 });
    for (const path of ['top/genres', 'top/tracks?period=2023', 'top/albums?artist=unknown'])
      expect(await histories.get(path)).toMatchObject({ items: [], total: 0, offset: 0 });
    expect(await histories.problems('top/artists?limit=0&offset=1000001')).toEqual([
      ['query.limit', 'greater_than_equal'],
      ['query.offset', 'less_than_equal'],
    ]);
    expect(await histories.problems('top/artists?limit=101')).toEqual([['query.limit', 'less_than_equal']]);
  });

  it('rank among all items of a bucket, and say null where an item was not played in it', async () => {
    await histories.write(
      ...[playsOf('a', '2024-01-05', 3), playsOf('b', '2024-01-06', 1)],
      ...[playsOf('b', '2024-03-05', 1), playsOf('c', '2024-03-06', 2)],
    );
    const { labels, items } = await histories.get<{ labels: string[]; items: object[] }>(
      'ranks?of=tracks&from=2024-01-01&to=2024-03-31&top=2',
    );
    expect(labels).toEqual(['2024-01', '2024-02', '2024-03']);
    expect(items).toMatchObject([
      { rank: 1, name: 'a', play_count: 3, ranks: [1, null, null], play_counts: [3, 0, 0] },
      { rank: 2, name: 'b', play_count: 2, ranks: [2, null, 2], play_counts: [1, 0, 1] },
    ]);
    expect(await histories.get('ranks?period=9999')).toMatchObject({ labels: [], items: [] });
    expect(await histories.problems('ranks?from=1000-01-01')).toEqual([['query.step', 'enum']]);
    expect(await histories.problems('ranks?of=genres&step=day&top=51')).toEqual([
      ['query.of', 'enum'],
      ['query.step', 'enum'],
      ['query.top', 'less_than_equal'],
    ]);
  });

  it('find names that are the search, that begin with it, that have words with it, then the rest', async () => {
    await histories.write(
      playsOf('unsung', '2024-05-01', 9),
      playsOf('a (sung) b', '2024-05-02', 5),
      playsOf('a-sung', '2024-05-03', 6),
      playsOf('Süng 2', '2024-05-04', 2),
      playsOf('SÜNG', '2024-05-05', 1),
    );
    const found = await histories.get<Found>('search?q=%20s%C3%BCng%20&of=tracks');
    expect(names(found.tracks)).toEqual(['SÜNG', 'Süng 2', 'a-sung', 'a (sung) b', 'unsung']);
    expect(found).toMatchObject({ lens: { q: '' }, query: ' süng ', artists: { items: [], total: 0 } });
    expect(found.tracks.items[0]).toMatchObject({ play_count: 1, last_played_at: '2024-05-05T12:00:00.000Z' });
    expect((await histories.get<Found>('search?q=sung&limit=1')).tracks).toMatchObject({ items: [{}], total: 5 });
  });

  it('find words in the artist of a track, if one is in its own name', async () => {
    await histories.write(playsOf('Blue', '2024-05-01', 1, { artistName: 'Joni Mitchell', albumName: 'Blue' }));
    const found = await histories.get<Found>('search?q=joni%20blue');
    expect([found.artists.total, found.albums.total, found.tracks.total]).toEqual([0, 1, 1]);
    const byArtist = await histories.get<Found>('search?q=joni');
    expect([byArtist.artists.total, byArtist.albums.total, byArtist.tracks.total]).toEqual([1, 0, 0]);
    for (const nothing of ['%CC%81', '.*', 'joni%20blue%20red', '%25', "'"])
      expect((await histories.get<Found>(`search?q=${nothing}`)).tracks.total).toBe(0);
    expect((await histories.get<Found>('search?q=blue&period=2023')).tracks.total).toBe(0);
  });

  it('refuse a search for nothing, for too much, and in other kinds', async () => {
    expect(await histories.problems('search')).toEqual([['query.q', 'missing']]);
    for (const q of ['', '%20%20', 'x'.repeat(201)])
      expect((await histories.problems(`search?q=${q}`)).map(([loc]) => loc)).toEqual(['query.q']);
    expect(await histories.problems('search?q=a&of=genres&limit=101')).toEqual([
      ['query.of', 'enum'],
      ['query.limit', 'less_than_equal'],
    ]);
  });

  it('have tags over their own parameters', async () => {
    await histories.write(playsOf('a', '2024-05-01', 1));
    const paths = ['top/tracks', 'top/tracks?offset=1', 'ranks?top=3', 'ranks?top=4', 'search?q=a', 'search?q=b'];
    const tags = new Set<string | null>();
    for (const path of paths) {
      const tag = (await histories.ask(path)).headers.get('etag');
      tags.add(tag);
      expect((await histories.ask(path, { 'if-none-match': tag ?? '' })).status).toBe(304);
    }
    expect(tags.size).toBe(paths.length);
  });
});
