import { DAY, MINUTE, useHandmadeHistory } from '../../support/explore/handmade-history';

interface Obsession {
  name: string;
  started_at: string;
  ended_at: string;
  play_count: number;
}

const START = Date.parse('2024-05-01T12:00:00Z');

describe('obsessions', () => {
  const history = useHandmadeHistory();
  /** A play of a track on each of these days after the start, in their order. */
  const onDays = (days: readonly number[], track = 1) =>
    days.map((day, index) => ({ at: START + day * DAY + index * MINUTE, track }));
  const boundsOf = ({ items }: { items: Obsession[] }): string[] =>
    items.map(
      ({ started_at, ended_at, play_count }) => `${started_at.slice(5, 10)} ${ended_at.slice(5, 10)} ${play_count}`,
    );

  it('of nobody are none, and the fewest plays depend on what they are with', async () => {
    expect(await history.get('obsessions')).toMatchObject({ of: 'tracks', min_plays: 8, items: [], total: 0 });
    expect(await history.get('obsessions?of=artists')).toMatchObject({ min_plays: 30, items: [], total: 0 });
    expect(await history.get('obsessions?of=artists&min_plays=1000')).toMatchObject({ min_plays: 1_000 });
  });

  it('are plays whose first and last day are at most 6 days apart', async () => {
    await history.store(...onDays([0, 3, 6], 1), ...onDays([0, 3, 7], 2));
    const body = await history.get<{ items: Obsession[]; total: number }>('obsessions?min_plays=3');
    expect(body).toMatchObject({ total: 1, items: [{ name: 'Song 1', days: 7 }] });
    expect(await history.get('obsessions?min_plays=4')).toMatchObject({ total: 0 });
  });

  it('go on while groups share a play, and end where they only follow one another', async () => {
    // Of the first, any three in a row are within a week; of the second, only the first and the last three.
    await history.store(...onDays([0, 3, 6, 9, 12], 1), ...onDays([0, 0, 5, 12, 13, 13], 2));
    expect(boundsOf(await history.get('obsessions?min_plays=3'))).toEqual([
      '05-01 05-13 5',
      '05-13 05-14 3',
      '05-01 05-06 3',
    ]);
  });

  it('have a peak, and a half-life of the plays after it', async () => {
    await history.store(...onDays([0, 1, 1, 2, 2, 3, 5, 6]), ...onDays([1, 2, 9], 2));
    expect(await history.get('obsessions')).toMatchObject({
      items: [
        // 5 plays after the peak, of which the third is on the 4th; 2 of the other track meanwhile.
        { days: 7, peak_day: '2024-05-02', peak_play_count: 2, play_count: 8, share: 0.8, half_life_days: 2 },
      ],
    });
  });

  it('that end with their peak have no half-life, and those of as many plays go newest end first', async () => {
    await history.store(...onDays([0, 1, 1], 1), ...onDays([5, 5, 5], 2), ...onDays([20, 21, 22, 22], 3));
    const body = await history.get<{ items: Obsession[] }>('obsessions?min_plays=3');
    expect(body.items).toMatchObject([
      { name: 'Song 3', half_life_days: 0, peak_day: '2024-05-23' },
      { name: 'Song 2', half_life_days: 0, days: 1, share: 1 },
      { name: 'Song 1', half_life_days: 0 },
    ]);
    expect(await history.get('obsessions?min_plays=3&offset=3')).toMatchObject({ items: [], total: 3 });
  });

  it('refuse what is out of bounds', async () => {
    expect(await history.problemsOf('obsessions?min_plays=2&of=days')).toEqual([
      'query of enum',
      'query min_plays greater_than_equal',
    ]);
    expect(await history.problemsOf('obsessions?min_plays=1001')).toEqual(['query min_plays less_than_equal']);
  });
});
