import { DAY, useHandmadeHistory } from '../../support/explore/handmade-history';

/** A Monday. */
const START = Date.parse('2023-01-02T12:00:00Z');

describe('chapters', () => {
  const history = useHandmadeHistory();
  /** A play a day of a track, over so many weeks from a week on. */
  const weekly = (from: number, weeks: number, track: number) =>
    Array.from({ length: 7 * weeks }, (_, index) => ({ at: START + (7 * from + index) * DAY, track }));

  it('of nobody are none', async () => {
    expect(await history.get('chapters')).toMatchObject({ threshold: 0.5, items: [] });
    expect(await history.get('chapters?from=2023-01-01')).toMatchObject({ items: [] });
  });

  it('begin where the artists change', async () => {
    await history.store(...weekly(0, 12, 1), ...weekly(12, 13, 2));
    const range = 'from=2023-01-01&to=2023-06-25';
    expect(await history.get(`chapters?${range}`)).toMatchObject({
      items: [
        {
          ...{ first_day: '2023-01-01', last_day: '2023-03-26', distance: null, play_count: 84 },
          top_artists: [{ name: 'Artist 1', play_count: 84, share: 0.48 }],
          new_artists: [{ name: 'Artist 1', play_count: 84 }],
        },
        {
          ...{ first_day: '2023-03-27', last_day: '2023-06-25', distance: 1, play_count: 91 },
          top_artists: [{ name: 'Artist 2', share: 0.52 }],
          new_artists: [{ name: 'Artist 2' }],
        },
      ],
    });
    // Fewer than 24 weeks.
    const { items } = await history.get<{ items: unknown[] }>('chapters?from=2023-01-09&to=2023-06-18');
    // Artist 1 was played before the range.
    expect(items).toMatchObject([{ first_day: '2023-01-09', new_artists: [{ name: 'Artist 2' }] }]);
  });

  it.each([
    ['0.09', 'greater_than_equal'],
    ['0.96', 'less_than_equal'],
    ['half', 'float_parsing'],
  ])('refuse a threshold of %s', async (threshold, type) => {
    expect(await history.problemsOf(`chapters?threshold=${threshold}`)).toEqual([`query threshold ${type}`]);
  });
});
