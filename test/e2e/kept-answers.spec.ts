import type { Redis } from 'ioredis';
import { AnalyticsRefreshService } from '../../src/analytics/snapshots/analytics-refresh.service';
import { SnapshotReader } from '../../src/analytics/snapshots/snapshot-reader.service';
import { CatalogueService } from '../../src/catalogue/catalogue.service';
import { CatalogueStubs } from '../../src/catalogue/catalogue-stubs.service';
import { CatalogueChanges } from '../../src/catalogue/fetching/catalogue-changes.service';
import { HistoryChanges } from '../../src/history/history-changes.service';
import { HistoryWriter } from '../../src/history/history-writer.service';
import { REQUEST_REDIS } from '../../src/queue/redis';
import { fakeOnly } from '../support/fake-only';
import { playNamed } from '../support/history-calls';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A page of the API that tells figures, and how many tracks were played by it. */
const QUESTIONS: [string, (answer: Answer) => number][] = [
  ['analytics/overview', ({ unique_tracks = 0 }) => unique_tracks],
  ['analytics/trend', ({ points = [] }) => sum(points.map(({ plays }) => plays))],
  ['genres/distribution', ({ genres = [] }) => sum(genres.map(({ play_count }) => play_count))],
  ['tracks/top', ({ total = 0 }) => total],
  ['artists/top', ({ total = 0 }) => total],
  ['albums/top', ({ total = 0 }) => total],
];

interface Answer {
  unique_tracks?: number;
  points?: { plays: number }[];
  genres?: { play_count: number }[];
  items: Record<string, unknown>[];
  total?: number;
}

describe('answers that are kept', () => {
  let api: TestApp;
  let replica: TestApp;
  let user: SignedIn;

  beforeAll(async () => {
    api = await createTestApp({ env: { APP_ROLE: 'api' } });
    replica = await createTestApp({ env: { APP_ROLE: 'api' }, beside: api });
  });
  afterAll(async () => {
    await replica.close();
    await api.close();
  });
  beforeEach(async () => {
    user = await api.signIn();
    await heard('First', 'Second', 'Third');
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  let minutes = 0;
  async function heard(...tracks: string[]): Promise<void> {
    const plays = tracks.map((track) => {
      minutes += 1;
      return playNamed(`${track} artist`, track, new Date(Date.now() - minutes * MINUTE).toISOString());
    });
    await replica.app.get(HistoryWriter).write(user.userId, 'api', plays);
    await replica.app.get(CatalogueStubs).addStubs(plays);
    await api.db.collection('artists').updateMany({}, { $set: { genres: ['pop'] } });
    await replica.app.get(HistoryChanges).announce(user.userId);
  }
  const get = async (path: string): Promise<Answer> => {
    const { status, body } = await api.call(`/api/v1/${path}`, { as: user });
    expect([path, status]).toEqual([path, 200]);
    return body as unknown as Answer;
  };
  const announceCatalogue = async (): Promise<void> => {
    await replica.app.get(CatalogueChanges).note();
    await replica.app.get(CatalogueChanges).announceNoted(true);
  };
  async function makePopular(popularity: number): Promise<void> {
    await api.db.collection('tracks').updateMany({}, { $set: { popularity } });
    await announceCatalogue();
  }

  it.each(QUESTIONS)('are the same as when they were made: %s', async (path, played) => {
    const made = await get(path);
    expect(played(made)).toBe(3);
    expect(await get(path)).toEqual(made);
    expect(await get(`${path}?period=week`)).toMatchObject({ period: 'week' });
  });

  it.each(['tracks', 'artists', 'albums'])('are of the length that was asked for: %s', async (list) => {
    const { items } = await get(`${list}/top`);
    expect(items).toMatchObject([{ rank: 1 }, { rank: 2 }, { rank: 3 }]);
    expect(await get(`${list}/top?limit=2`)).toMatchObject({ items: items.slice(0, 2), total: 3 });
    expect(await get(`${list}/top?limit=3`)).toMatchObject({ items, total: 3 });
  });

  it.each(QUESTIONS)('are read once, however often they are asked for: %s', async (path) => {
    const reader = api.app.get(SnapshotReader);
    const reads = (['snapshotOf', 'topListOf', 'breakdownOf'] as const).map((read) => jest.spyOn(reader, read));
    const answers = await Promise.all(Array.from({ length: 5 }, () => get(path)));
    answers.push(await get(path));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(sum(reads.map(({ mock }) => mock.calls.length))).toBe(1);
  });

  it.each(QUESTIONS)('follow the history, whoever wrote to it: %s', async (path, played) => {
    await get(path);
    await heard('Fourth');
    expect(played(await get(path))).toBe(4);
  });

  it('follow the catalogue', async () => {
    await get('tracks/top');
    await makePopular(77);
    expect((await get('tracks/top')).items[0]).toMatchObject({ popularity: 77 });
  });

  it.each(QUESTIONS)('follow the calendar: %s', async (path, played) => {
    expect(played(await get(`${path}?period=week`))).toBe(3);
    fakeOnly('Date', Date.now() + 8 * DAY);
    expect(played(await get(`${path}?period=week`))).toBe(0);
  });

  it.each([
    ['its figures are computed anew', () => heard('Fourth'), { total: 4 }],
    ['the catalogue tells something', () => makePopular(78), { items: [{ popularity: 78 }, {}, {}] }],
  ])('are made again when %s while they are made', async (_when, happens, afterwards) => {
    const catalogue = api.app.get(CatalogueService);
    const find = catalogue.findTracks.bind(catalogue);
    jest.spyOn(catalogue, 'findTracks').mockImplementationOnce(async (ids) => {
      const found = await find(ids);
      await happens();
      return found;
    });
    expect(await get('tracks/top')).toMatchObject({ total: 3 });
    expect(await get('tracks/top')).toMatchObject(afterwards);
  });

  it('are not those of another user', async () => {
    const first = user;
    expect(await get('tracks/top')).toMatchObject({ total: 3 });
    user = await api.signIn();
    expect(await get('tracks/top')).toMatchObject({ total: 0 });
    user = first;
    expect(await get('tracks/top')).toMatchObject({ total: 3 });
  });

  it('are no failures', async () => {
    jest.spyOn(api.app.get(SnapshotReader), 'topListOf').mockRejectedValueOnce(new Error('a record is odd'));
    expect((await api.call('/api/v1/tracks/top', { as: user })).status).toBe(500);
    expect(await get('tracks/top')).toMatchObject({ total: 3 });
  });

  it('are made anew each time while Redis takes no writes', async () => {
    const refused = new Error("OOM command not allowed when used memory > 'maxmemory'.");
    jest.spyOn(api.app.get<Redis>(REQUEST_REDIS), 'set').mockRejectedValue(refused);
    expect(await get('tracks/top')).toMatchObject({ total: 3 });
    await heard('Fourth');
    expect(await get('tracks/top')).toMatchObject({ total: 4 });
    await api.app.get(AnalyticsRefreshService).refresh(user.userId);
    expect(await get('tracks/top')).toMatchObject({ total: 4 });
  });
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
