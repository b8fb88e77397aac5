import { setImmediate } from 'node:timers/promises';
import { CatalogueReader } from '../../src/analytics/snapshots/catalogue-reader.service';
import { SnapshotComputer } from '../../src/analytics/snapshots/snapshot-computer.service';
import { CatalogueStubs } from '../../src/catalogue/catalogue-stubs.service';
import { CatalogueChanges } from '../../src/catalogue/fetching/catalogue-changes.service';
import { HistoryWriter } from '../../src/history/history-writer.service';
import { fakeOnly } from '../support/fake-only';
import { playNamed } from '../support/history-calls';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** An endpoint that shows figures, and how many tracks were played by what it shows. */
const QUESTIONS: [string, (answer: Figures) => number][] = [
  ['analytics/overview', ({ unique_tracks = 0 }) => unique_tracks],
  ['analytics/trend', ({ points = [] }) => sum(points.map(({ plays }) => plays))],
  ['genres/distribution', ({ genres = [] }) => sum(genres.map(({ play_count }) => play_count))],
  ['tracks/top', ({ total = 0 }) => total],
  ['artists/top', ({ total = 0 }) => total],
  ['albums/top', ({ total = 0 }) => total],
];

interface Figures {
  unique_tracks?: number;
  top_genres?: { name: string }[];
  points?: { plays: number }[];
  genres?: { play_count: number }[];
  items: Record<string, unknown>[];
  total?: number;
}

describe('snapshots', () => {
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
    await played('First', 'Second', 'Third');
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  let minutes = 0;
  async function played(...tracks: string[]): Promise<void> {
    const plays = tracks.map((track) => {
      minutes += 1;
      return playNamed(`${track} artist`, track, new Date(Date.now() - minutes * MINUTE).toISOString());
    });
    await replica.app.get(HistoryWriter).write(user.userId, 'api', plays);
    await replica.app.get(CatalogueStubs).addStubs(plays);
    await api.db.collection('artists').updateMany({}, { $set: { genres: ['pop'] } });
  }
  const get = async (path: string): Promise<Figures> => {
    const { status, body } = await api.call(`/api/v1/${path}`, { as: user });
    expect([path, status]).toEqual([path, 200]);
    return body as unknown as Figures;
  };
  /** Resolves when the overview shows so many tracks and this genre: a process sees a catalogue within a second. */
  async function becomes(tracks: number, genre: string): Promise<void> {
    for (;;) {
      const { unique_tracks, top_genres = [] } = await get('analytics/overview');
      if (unique_tracks === tracks && top_genres[0]?.name === genre) return;
      await setImmediate();
    }
  }
  const announceCatalogue = async (): Promise<void> => {
    await replica.app.get(CatalogueChanges).note();
    await replica.app.get(CatalogueChanges).announceNoted(true);
  };
  async function makeRock(): Promise<void> {
    await api.db.collection('artists').updateMany({}, { $set: { genres: ['rock'] } });
    await announceCatalogue();
  }

  it.each(QUESTIONS)('stay the same: %s', async (path, countOf) => {
    const made = await get(path);
    expect(countOf(made)).toBe(3);
    expect(await get(path)).toEqual(made);
    expect(await get(`${path}?period=week`)).toMatchObject({ period: 'week' });
  });

  it.each(['tracks', 'artists', 'albums'])('are of the length that was asked for: %s', async (list) => {
    const { items } = await get(`${list}/top`);
    expect(items).toMatchObject([{ rank: 1 }, { rank: 2 }, { rank: 3 }]);
    expect(await get(`${list}/top?limit=2`)).toMatchObject({ items: items.slice(0, 2), total: 3 });
    expect(await get(`${list}/top?limit=3`)).toMatchObject({ items, total: 3 });
  });

  it('are computed once for all who ask at the same time, and not again while nothing changes', async () => {
    const compute = jest.spyOn(api.app.get(SnapshotComputer), 'compute');
    const asked = [...QUESTIONS, ...QUESTIONS].map(([path]) => get(path));
    expect((await Promise.all(asked)).map((response, index) => QUESTIONS[index % 6]?.[1](response))).toEqual(
      asked.map(() => 3),
    );
    await get('analytics/overview?period=week');
    expect(compute).toHaveBeenCalledTimes(1);
  });

  it.each(QUESTIONS)(
    'follow the history, whoever wrote to it and though nobody announced it: %s',
    async (path, countOf) => {
      await get(path);
      await played('Fourth');
      expect(countOf(await get(path))).toBe(4);
    },
  );

  it('follow the catalogue', async () => {
    await get('analytics/overview');
    await makeRock();
    await becomes(3, 'rock');
  });

  it.each(QUESTIONS)('follow the calendar: %s', async (path, countOf) => {
    expect(countOf(await get(`${path}?period=week`))).toBe(3);
    fakeOnly('Date', Date.now() + 8 * DAY);
    expect(countOf(await get(`${path}?period=week`))).toBe(0);
  });

  it.each<[string, () => Promise<void>, [number, string]]>([
    ['the history changes', () => played('Fourth'), [4, 'pop']],
    ['the catalogue changes', () => makeRock(), [3, 'rock']],
  ])('are computed again when %s while they are computed', async (_when, happens, afterwards) => {
    const reader = api.app.get(CatalogueReader);
    const factsOf = reader.factsOf.bind(reader);
    jest.spyOn(reader, 'factsOf').mockImplementationOnce(async (figures) => {
      const facts = await factsOf(figures);
      await happens();
      return facts;
    });
    expect(await get('analytics/overview')).toMatchObject({ unique_tracks: 3, top_genres: [{ name: 'pop' }] });
    await becomes(...afterwards);
  });

  it('are shown anew when another replica has computed them again', async () => {
    await get('analytics/overview');
    await api.db.collection('artists').updateMany({}, { $set: { genres: ['rock'] } });
    const { body } = await replica.call('/api/v1/analytics/refresh?period=all_time', { method: 'POST', as: user });
    expect(await get('analytics/overview?period=all_time')).toMatchObject({
      top_genres: [{ name: 'rock' }],
      computed_at: body.computed_at,
    });
  });

  it('have roll-ups that follow without anybody waiting for them', async () => {
    await get('analytics/overview');
    const status = async () => (await api.call('/api/v1/analytics/rollup-status', { as: user })).body;
    while ((await status()).complete === false) await setImmediate();
    expect(await status()).toMatchObject({ coverage: 100, total_days: expect.any(Number) as number });
  });

  it('are not those of another user', async () => {
    const first = user;
    expect(await get('tracks/top')).toMatchObject({ total: 3 });
    user = await api.signIn();
    expect(await get('tracks/top')).toMatchObject({ total: 0 });
    user = first;
    expect(await get('tracks/top')).toMatchObject({ total: 3 });
  });
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
