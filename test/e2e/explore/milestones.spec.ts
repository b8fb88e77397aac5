import { DAY, isoDay, MINUTE, todayUtc, useHandmadeHistory } from '../../support/explore/handmade-history';

interface Milestones {
  items: { number: number; play: { played_at: string } }[];
  artists: { number: number; artist: { name: string }; played_at: string }[];
  eddington: Record<string, number>;
  next: { number: number; plays_missing: number; plays_per_day: number; date: string | null } | null;
}

const START = Date.parse('2024-05-01T00:00:00Z');

describe('milestones', () => {
  const history = useHandmadeHistory();
  const played = (count: number, from: number, track = 1, artist?: string) =>
    Array.from({ length: count }, (_, index) => ({
      at: from + index * MINUTE,
      track,
      ...(artist !== undefined && { artist }),
    }));

  it('of nobody are none, and the first is one play away', async () => {
    const nothing = {
      play_count: 0,
      total_ms: 0,
      items: [],
      artists: [],
      eddington: { number: 0, next: 1, days_missing: 1 },
    };
    expect(await history.get('milestones')).toMatchObject({
      ...nothing,
      next: { number: 1, plays_missing: 1, plays_per_day: 0, date: null },
    });
    expect(await history.get('milestones?period=2023')).toMatchObject({ ...nothing, next: null });
  });

  it('are the plays of round numbers, oldest first, and those of artists, newest first', async () => {
    await history.store(...played(100, START), ...played(400, START + DAY, 2), ...played(120, START + 2 * DAY, 3, ''));
    const { items, artists, next } = await history.get<Milestones>('milestones');
    expect(items.map(({ number, play }) => `${number} ${play.played_at}`)).toEqual([
      '1 2024-05-01T00:00:00.000Z',
      '100 2024-05-01T01:39:00.000Z',
      '500 2024-05-02T06:39:00.000Z',
    ]);
    expect(artists.map(({ number, artist, played_at }) => `${number} ${artist.name} ${played_at}`)).toEqual([
      '100 Artist 2 2024-05-02T01:39:00.000Z',
      '100 Artist 1 2024-05-01T01:39:00.000Z',
    ]);
    expect(next).toEqual({ number: 1_000, plays_missing: 380, plays_per_day: 0, date: null });
  });

  it('say when the next is reached if the last 90 days go on', async () => {
    const today = todayUtc();
    await history.store({ at: today - 90 * DAY }, ...played(3, today - 89 * DAY), ...played(6, today - DAY, 2));
    const { next } = await history.get<Milestones>('milestones');
    // 9 plays in 90 days: one in ten days.
    expect(next).toEqual({ number: 100, plays_missing: 90, plays_per_day: 0.1, date: isoDay(today + 900 * DAY) });
    expect((await history.get<Milestones>(`milestones?to=${isoDay(today - DAY)}`)).next).toBeNull();
    expect((await history.get<Milestones>(`milestones?to=${isoDay(today)}`)).next).toEqual(next);
    expect((await history.get<Milestones>(`milestones?from=${isoDay(today + DAY)}`)).next).toMatchObject({ number: 1 });
  });

  it('have an Eddington number: so many days of so many plays', async () => {
    await history.store(...[5, 3, 3, 2].flatMap((count, index) => played(count, START + index * DAY)));
    const { eddington } = await history.get<Milestones>('milestones');
    expect(eddington).toEqual({ number: 3, next: 4, days_missing: 3 });
  });
});
