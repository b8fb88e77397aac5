import { playsOf, useHandmade } from '../../support/explore/handmade';

interface Compared {
  risers: Record<string, unknown>[];
  fallers: Record<string, unknown>[];
  new: Record<string, unknown>[];
  gone: Record<string, unknown>[];
}

const BOTH = 'compare?period=2024&other_period=2023';

describe('comparisons of explore', () => {
  const histories = useHandmade();

  it('list what rose, what fell, what is new and what is gone, and not what stayed the same', async () => {
    await histories.write(
      ...[playsOf('up', '2023-01-01', 1), playsOf('down', '2023-01-02', 3)],
      ...[playsOf('same', '2023-01-03', 2), playsOf('gone', '2023-01-04', 4)],
      ...[playsOf('up', '2024-01-01', 2), playsOf('down', '2024-01-02', 1)],
      ...[playsOf('same', '2024-01-03', 1), playsOf('new', '2024-01-04', 1)],
    );
    const compared = await histories.get<Compared>(`${BOTH}&of=tracks`);
    expect(compared).toMatchObject({
      other: { from: '2023-01-01T00:00:00.000Z', to: '2023-12-31T23:59:59.999Z', period: '2023' },
      of: 'tracks',
      totals: { play_count: 5, unique_tracks: 4 },
      other_totals: { play_count: 10, total_ms: 1_000_000, listening_days: 4 },
      // (2 + 3 + 2) / (sqrt(7) x sqrt(30))
      similarity: 0.483,
      risers: [
        { name: 'up', share: 0.4, other_share: 0.1, share_change: 0.3, other_play_count: 1, other_total_ms: 100_000 },
      ],
      fallers: [{ name: 'down', share: 0.2, other_share: 0.3, share_change: -0.1 }],
      new: [{ name: 'new', other_play_count: 0, other_share: 0, share_change: 0.2 }],
      gone: [{ name: 'gone', play_count: 0, share: 0, other_share: 0.4, share_change: -0.4 }],
    });
    expect([compared.risers, compared.fallers, compared.new, compared.gone].map(({ length }) => length)).toEqual([
      1, 1, 1, 1,
    ]);
  });

  it('list changes that are equal in rank order, and as many as are asked for', async () => {
    await histories.write(
      ...[playsOf('a', '2023-01-01', 1), playsOf('b', '2023-01-02', 2), playsOf('c', '2023-01-03', 7)],
      ...[playsOf('a', '2024-01-01', 3), playsOf('b', '2024-01-02', 4), playsOf('c', '2024-01-03', 3)],
    );
    const { risers } = await histories.get<Compared>(`${BOTH}&of=tracks`);
    expect(risers.map(({ name, share_change }) => [name, share_change])).toEqual([
      ['b', 0.2],
      ['a', 0.2],
    ]);
    expect((await histories.get<Compared>(`${BOTH}&of=tracks&limit=1`)).risers).toHaveLength(1);
  });

  it('have zeros where one range or both have no plays', async () => {
    expect(await histories.get(BOTH)).toMatchObject({ similarity: 0, risers: [], fallers: [], new: [], gone: [] });
    await histories.write(playsOf('a', '2024-01-01', 1));
    expect(await histories.get(BOTH)).toMatchObject({ similarity: 0, new: [{ share: 1, share_change: 1 }], gone: [] });
    const open = await histories.get('compare?period=2023&other_from=2023-12-31T23:00:00%2B01:00');
    expect(open).toMatchObject({
      other: { from: '2023-12-31T22:00:00.000Z', to: null, period: null },
      gone: [{ share: 0, other_share: 1, share_change: -1 }],
    });
  });

  it('refuse another range as the lens does its own', async () => {
    expect(await histories.problems('compare')).toEqual([['query.other_period', 'missing']]);
    expect(await histories.problems('compare?other_period=2023-W53')).toEqual([['query.other_period', 'enum']]);
    expect(await histories.problems('compare?other_from=2024-02-30&other_to=x')).toEqual([
      ['query.other_from', 'datetime_parsing'],
      ['query.other_to', 'datetime_parsing'],
    ]);
    const both = 'from=2024-05-02&to=2024-05-01&other_from=2024-05-02&other_to=2024-05-01&other_period=week';
    expect(await histories.problems(`compare?${both}`)).toEqual([
      ['query.to', 'greater_than_equal'],
      ['query.other_period', 'value_error'],
      ['query.other_to', 'greater_than_equal'],
    ]);
    // Also where any response would be known.
    expect(await histories.problems('compare', { 'if-none-match': '*' })).toEqual([['query.other_period', 'missing']]);
    expect(await histories.problems('compare?other_period=week&limit=0&of=days')).toEqual([
      ['query.of', 'enum'],
      ['query.limit', 'greater_than_equal'],
    ]);
  });

  it('have tags over the other range', async () => {
    const tags = await Promise.all(
      ['2022', '2023', '2023'].map(async (year) => {
        return (await histories.ask(`compare?other_period=${year}`)).headers.get('etag');
      }),
    );
    expect(tags[1]).toBe(tags[2]);
    expect(tags[0]).not.toBe(tags[1]);
  });

  it('say how alike years are, each being like itself', async () => {
    expect(await histories.get('similar-years')).toMatchObject({ years: [], similarity: [] });
    await histories.write(
      playsOf('a', '2021-01-01', 1),
      playsOf('x', '2022-01-01', 1, { artistName: '' }),
      ...[playsOf('a', '2024-01-01', 1), playsOf('b', '2024-01-02', 1)],
    );
    expect(await histories.get('similar-years')).toMatchObject({
      years: [2021, 2022, 2024],
      similarity: [
        [1, 0, 0.7071],
        [0, 1, 0],
        [0.7071, 0, 1],
      ],
    });
    expect(await histories.get('similar-years?period=2024')).toMatchObject({ years: [2024], similarity: [[1]] });
  });
});
