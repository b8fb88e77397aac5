import { DAY, type HandmadePlay, useHandmadeHistory } from '../../support/explore/handmade-history';
import type { Own } from '../../support/explore/explore-client';
import { queryOf } from '../../support/explore/random-lenses';
import { seeded } from '../../support/explore/seeded';
import { resolvedLens, throughLens } from '../../support/oracle/explore/lens';
import { oracleSeasons } from '../../support/oracle/explore/seasons';
import { storedHistory } from '../../support/oracle/explore/stored';

interface Seasons {
  items: {
    name: string;
    mean_date: string;
    strength: number;
    p_value: number;
    years: number;
    listening_days: number;
  }[];
  total: number;
}

const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`);

describe('seasons', () => {
  const history = useHandmadeHistory();
  /** So many days in a row of each of these years with a play of a track. */
  const everyYear = (years: readonly number[], date: string, days: number, track = 1): HandmadePlay[] =>
    years.flatMap((year) =>
      Array.from({ length: days }, (_, index) => ({ at: noon(`${year}-${date}`) + index * DAY, track })),
    );

  it('of nobody are none', async () => {
    expect(await history.get('seasons?of=tracks')).toMatchObject({ of: 'tracks', items: [], total: 0 });
  });

  it('take 20 plays and three years', async () => {
    await history.store(
      ...everyYear([2021, 2022], '12-01', 20, 1),
      ...everyYear([2021, 2022, 2023], '06-01', 6, 2),
      ...everyYear([2021, 2022, 2023], '06-01', 7, 3),
      ...everyYear([2021, 2022], '03-01', 20, 4),
      // A third year, but half a year away.
      ...everyYear([2023], '09-01', 1, 4),
    );
    const { items, total } = await history.get<Seasons>('seasons?of=tracks');
    expect(items).toMatchObject([{ name: 'Song 3', mean_date: '06-04', years: 3, listening_days: 21 }]);
    expect(total).toBe(1);
    expect(await history.get('seasons?of=artists&offset=1')).toMatchObject({ of: 'artists', items: [], total: 1 });
  });

  it('go over the turn of the year, and through leap years', async () => {
    await history.store(...everyYear([2019, 2020, 2021, 2022], '12-29', 7));
    const { items } = await history.get<Seasons>('seasons?of=tracks');
    expect(items).toMatchObject([{ mean_date: '01-01', years: 5, listening_days: 28 }]);
    expect(items[0]?.strength).toBeGreaterThan(0.99);
    expect(String(items[0]?.p_value)).toMatch(/^\d(\.\d{1,2})?e-\d+$/);
  });

  it('that are as strong go by the measure', async () => {
    const twice = everyYear([2021, 2022, 2023], '06-01', 7, 2);
    await history.store(
      ...everyYear([2021, 2022, 2023], '06-01', 7, 1).map((play) => ({ ...play, ms: 300_000 })),
      ...twice,
      ...twice.map(({ at, track }) => ({ at: Number(at) + 1_000_000, track })),
    );
    const names = ({ items }: Seasons): string[] => items.map(({ name }) => name);
    expect(names(await history.get('seasons?of=tracks'))).toEqual(['Song 2', 'Song 1']);
    expect(names(await history.get('seasons?of=tracks&measure=ms'))).toEqual(['Song 1', 'Song 2']);
  });

  it('are those that the oracle says, of items with seasons of any width', async () => {
    const random = seeded(7);
    const plays = Array.from({ length: 12 }, (_, track) => {
      const [middle, width] = [random() * 365, 5 + track * 30];
      return Array.from({ length: 60 }, (_unused, index) => ({
        at: noon('2018-01-01') + Math.floor(middle + (random() - 0.5) * 2 * width + (index % 6) * 365.25) * DAY + index,
        track: track + 1,
        artist: `Artist ${track % 5}`,
        ms: Math.floor(random() * 1_000),
      }));
    }).flat();
    await history.store(...plays);
    const stored = await storedHistory(history.api, history.user.userId);
    const totals: number[] = [];
    for (const own of [{ of: 'tracks' }, {}, { limit: 2, offset: 1 }] as Own[]) {
      const seen = throughLens(stored, {}, 'UTC', Date.now());
      const body = await history.get<Seasons>(`seasons?${queryOf({}, own)}`);
      expect(body).toEqual({ lens: resolvedLens(seen), ...oracleSeasons(own)(seen) });
      totals.push(body.total);
    }
    expect(totals[0]).toBeGreaterThan(0);
    expect(totals[0]).toBeLessThan(12);
  });

  it('refuse what they are not of', async () => {
    expect(await history.problemsOf('seasons?of=genres')).toEqual(['query of enum']);
  });
});
