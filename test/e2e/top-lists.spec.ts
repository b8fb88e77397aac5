import { CatalogueService } from '../../src/catalogue/catalogue.service';
import { CatalogueStubs } from '../../src/catalogue/catalogue-stubs.service';
import { CatalogueChanges } from '../../src/catalogue/fetching/catalogue-changes.service';
import { addDays } from '../../src/common/days';
import { AnalyticsRefreshService } from '../../src/analytics/snapshots/analytics-refresh.service';
import { HistoryChanges } from '../../src/history/history-changes.service';
import { HistoryWriter } from '../../src/history/history-writer.service';
import { playNamed } from '../support/history-calls';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';

const MINUTE = 60_000;
const LISTS = ['tracks', 'artists', 'albums'] as const;

interface Answer {
  items: Record<string, unknown>[];
  total: number;
}

describe('top lists that are kept', () => {
  let api: TestApp;
  let user: SignedIn;

  beforeAll(async () => {
    api = await createTestApp({ env: { APP_ROLE: 'api' } });
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    user = await api.signIn();
    await heard('First', 'Second', 'Third');
  });
  afterEach(() => jest.restoreAllMocks());

  let minutes = 0;
  async function heard(...tracks: string[]): Promise<void> {
    const plays = tracks.map((track) => {
      minutes += 1;
      return playNamed(`${track} artist`, track, new Date(Date.now() - minutes * MINUTE).toISOString());
    });
    await api.app.get(HistoryWriter).write(user.userId, 'api', plays);
    await api.app.get(CatalogueStubs).addStubs(plays);
    await api.app.get(HistoryChanges).announce(user.userId);
  }
  const top = async (list: string, query = ''): Promise<Answer> => {
    const { status, body } = await api.call(`/api/v1/${list}/top${query}`, { as: user });
    expect(status).toBe(200);
    return body as unknown as Answer;
  };
  const kept = () => api.db.collection('analytics_top_lists').find({ user_id: user.userId }).toArray();
  const announceCatalogue = async (): Promise<void> => {
    await api.app.get(CatalogueChanges).note();
    await api.app.get(CatalogueChanges).announceNoted(true);
  };

  it.each(LISTS)('answer the same as when they were made: %s', async (list) => {
    const made = await top(list);
    expect(made).toMatchObject({ total: 3, items: [{ rank: 1 }, { rank: 2 }, { rank: 3 }] });
    expect(await kept()).toMatchObject([{ list, period: 'all_time', total: 3 }]);
    expect(await top(list)).toEqual(made);
    expect(await top(list, '?limit=2')).toEqual({ ...made, items: made.items.slice(0, 2) });
    expect((await top(list, '?period=week&limit=1')).items).toEqual(made.items.slice(0, 1));
    expect(await top(list, '?period=week')).toEqual({ ...made, period: 'week' });
  });

  it.each(LISTS)('follow the history: %s', async (list) => {
    await top(list);
    await heard('Fourth');
    expect(await kept()).toEqual([]);
    expect(await top(list)).toMatchObject({ total: 4, items: [{}, {}, {}, {}] });
  });

  it('follow the catalogue', async () => {
    const { items } = await top('tracks');
    const told = { platform_id: items[0]?.platform_id };
    await api.db.collection('tracks').updateOne(told, { $set: { popularity: 77 } });
    expect((await top('tracks')).items[0]).toMatchObject({ popularity: 0 });
    await announceCatalogue();
    expect((await top('tracks')).items[0]).toMatchObject({ popularity: 77 });
  });

  it('follow the calendar', async () => {
    await top('tracks', '?period=week');
    const former = { $set: { local_day: addDays(new Date().toISOString().slice(0, 10), -1), items: [], total: 0 } };
    for (const collection of ['analytics_snapshots', 'analytics_top_lists'])
      await api.db.collection(collection).updateMany({ user_id: user.userId }, former);
    expect(await top('tracks', '?period=week')).toMatchObject({ total: 3 });
    expect(await kept()).toMatchObject([{ total: 3, items: [{}, {}, {}] }]);
  });

  it.each([
    [
      'its snapshot is computed anew',
      (): Promise<unknown> => api.app.get(AnalyticsRefreshService).refresh(user.userId),
    ],
    ['the catalogue tells something', announceCatalogue],
  ])('are not kept when %s while they are made', async (_when, happens) => {
    const catalogue = api.app.get(CatalogueService);
    const find = catalogue.findTracks.bind(catalogue);
    jest.spyOn(catalogue, 'findTracks').mockImplementationOnce(async (ids) => {
      const found = await find(ids);
      await happens();
      return found;
    });
    expect(await top('tracks')).toMatchObject({ total: 3 });
    expect(await kept()).toEqual([]);
  });

  it('are made once for many who ask at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => top('albums')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await kept()).toHaveLength(1);
  });
});
