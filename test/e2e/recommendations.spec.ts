import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { matchKey } from '../../src/common/text';
import { REQUEST_REDIS } from '../../src/queue/redis';
import type { Track } from '../../src/sandbox/catalogue/catalogue.types';
import { type AuthHeaders, jobUntil } from '../support/api-calls';
import { backlogDrained, importFile, SANDBOX_CATALOGUE } from '../support/catalogue';
import { PAUSE_KEY, type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { type LinkedListener, link } from '../support/sync-jobs';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';
import { midnightPassed } from '../support/times-of-day';

interface Item {
  id: string;
  name: string;
  artists: string[];
  artist: string;
  audio_features: Record<string, number> | null;
}
interface Recommendations {
  items: Item[];
  total: number;
  seed_info: { type?: string; top_artist?: string; top_genre?: string };
}
interface TopEntry {
  name: string;
  platform_id: string;
}
const PATH = '/api/v1/recommendations';
const CLOSED_KEY = 'platform:playledger-sandbox:endpoint:recommendations';
const NONE = { items: [], seed_info: {} };
const SEED_TYPES = ['artists', 'tracks', 'genres', 'mixed'];

/** A play of a track, so many days ago. */
interface Hearing {
  track: Track;
  daysAgo: number;
}

/** Artists of the sandbox, each with an album of several tracks. */
const ARTISTS = SANDBOX_CATALOGUE.artists.filter(({ albums }) => albums.some(({ tracks }) => tracks.length >= 6));
const longAlbumOf = (artist: number): Track[] =>
  ARTISTS[artist]?.albums.find(({ tracks }) => tracks.length >= 6)?.tracks ?? [];

const FAVOURITES = [0, 1, 2, 3, 4, 5].flatMap((artist) => longAlbumOf(artist).slice(0, 1));
const BEGUN = longAlbumOf(10);
const HEARD_OF_LATE = [20, 21, 22, 23, 24].flatMap((artist) => longAlbumOf(artist).slice(0, 3));
const RESTING = [0, 1, 10, 20, 30, 31].flatMap((artist) => longAlbumOf(artist).slice(4, 6));

/** Favourites of half a year ago, an album begun, things heard a month ago, and what was heard in the last days. */
const HEARINGS: Hearing[] = [
  ...FAVOURITES.flatMap((track, index) =>
    Array.from({ length: 12 - index }, (_, play): Hearing => ({ track, daysAgo: 150 + play })),
  ),
  ...BEGUN.slice(0, 3).map((track): Hearing => ({ track, daysAgo: 20 })),
  ...HEARD_OF_LATE.map((track, index): Hearing => ({ track, daysAgo: 30 + index })),
  ...RESTING.map((track, index): Hearing => ({ track, daysAgo: index / 2 })),
];
/** What somebody else has heard is in the catalogue too. */
const HEARINGS_OF_ANOTHER: Hearing[] = [0, 1, 2, 10, 20, 21, 40, 41, 42]
  .flatMap((artist) => longAlbumOf(artist))
  .map((track, index) => ({ track, daysAgo: 1 + index / 10 }));

describe('recommendations', () => {
  let platform: SandboxPlatform;
  let api: TestApp;
  let blanca: LinkedListener;
  let another: SignedIn;
  let folder: string;
  let beforeAnyPlay: unknown;

  const importHearings = async (headers: AuthHeaders, hearings: readonly Hearing[]): Promise<void> => {
    const path = join(folder, 'Streaming_History_Audio_2026.json');
    writeFileSync(path, JSON.stringify(hearings.map(toRecord)));
    await importFile(api, headers, path);
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'playledger-recommendations-'));
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: { ...platform.env, AUTO_LOGIN: 'false' } });
    blanca = await link(platform, api, 'blanca');
    beforeAnyPlay = await blanca.get(PATH);
    await importHearings(blanca.headers, HEARINGS);
    another = await api.signIn();
    await importHearings(another.headers, HEARINGS_OF_ANOTHER);
    await backlogDrained(api);
  }, 60_000);
  afterAll(async () => {
    await api.close();
    await platform.close();
    rmSync(folder, { recursive: true });
  });
  afterEach(async () => {
    await platform.clearWeather();
    // A call that was given up goes on: it must not end after the service has.
    while ((await askedSince(0)).some(({ status }) => status === null)) await sleep(50);
    await api.app.get<Redis>(REQUEST_REDIS).del(CLOSED_KEY, PAUSE_KEY);
  });

  const recommend = (query = ''): Promise<Recommendations> => blanca.get<Recommendations>(`${PATH}${query}`);
  const top = (kind: string): Promise<TopEntry[]> =>
    blanca
      .get<Record<string, TopEntry[]>>('/api/v1/analytics/overview')
      .then((overview) => overview[`top_${kind}`] ?? []);
  const askedSince = async (since: number) =>
    (await platform.requestsSince(since)).filter(({ path }) => path === '/v1/recommendations');
  const songOf = (name: string, artist: string): string => `${matchKey(artist)}\n${matchKey(name)}`;

  /** What holds for every list, wherever it comes from. */
  function expectRules({ items, total }: Recommendations): void {
    expect(total).toBe(items.length);
    const resting = new Set(RESTING.flatMap(({ id, name, artists }) => [id, songOf(name, artists[0]?.name ?? '')]));
    for (const { id, name, artist } of items)
      expect([resting.has(id), resting.has(songOf(name, artist))]).toEqual([false, false]);
    const artists = items.flatMap((item) => [...new Set(item.artists)]);
    for (const artist of artists) expect(artists.filter((other) => other === artist).length).toBeLessThanOrEqual(2);
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  }

  describe('of a platform that offers them', () => {
    it('are its own, in the form of the contract', async () => {
      const since = Date.now();
      const answer = await recommend();
      expect(await askedSince(since)).toHaveLength(1);
      expectRules(answer);
      expect(answer.total).toBe(20);
      for (const item of answer.items) {
        const known = SANDBOX_CATALOGUE.trackById.get(item.id);
        expect(item).toEqual({
          id: expect.stringMatching(/^\w{22}$/) as string,
          name: known?.name,
          artists: known?.artists.map(({ name }) => name),
          artist: known?.artists[0]?.name,
          album: known?.album.name,
          album_image: expect.stringMatching(/^http/) as string,
          duration_ms: known?.durationMs,
          popularity: known?.popularity,
          audio_features: item.audio_features && {
            danceability: known?.features.danceability,
            energy: known?.features.energy,
            valence: known?.features.valence,
          },
          external_url: expect.stringMatching(/^http/) as string,
        });
      }
      const [[artist], [genre]] = await Promise.all([top('artists'), top('genres')]);
      expect(answer.seed_info).toEqual({ type: 'mixed', top_artist: artist?.name, top_genre: genre?.name });
    });

    it('come with their features once those are fetched, and can be looked up', async () => {
      const { items } = await recommend('?limit=50');
      await backlogDrained(api);
      const later = await recommend('?limit=50');
      expect(later.items.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
      expect(later.items.every(({ audio_features }) => audio_features !== null)).toBe(true);
      expect((await api.call(`/api/v1/tracks/${items[0]?.id ?? ''}`)).status).toBe(200);
    });

    it.each([
      ['artists', 5, 0, 0],
      ['tracks', 0, 5, 0],
      ['genres', 0, 0, 5],
      ['mixed', 2, 2, 1],
    ])('are asked for by the top %s of the snapshot', async (seedType, artists, tracks, genres) => {
      const since = Date.now();
      const answer = await recommend(`?seed_type=${seedType}`);
      expectRules(answer);
      expect(answer.seed_info.type).toBe(seedType);
      const [request] = await askedSince(since);
      const query = new URLSearchParams(request?.query);
      const listed = (name: string): string[] => (query.get(name) ?? '').split(',').filter((part) => part !== '');
      const ids = (list: TopEntry[], count: number): string[] => list.slice(0, count).map((each) => each.platform_id);
      expect(listed('seed_artists')).toEqual(ids(await top('artists'), artists));
      expect(listed('seed_tracks')).toEqual(ids(await top('tracks'), tracks));
      expect(listed('seed_genres')).toEqual((await top('genres')).slice(0, genres).map(({ name }) => name));
    });
  });

  describe.each(['2024', '2026'] as const)('of a platform that has closed them (%s)', (access) => {
    beforeEach(() => platform.setWeather({ access }));

    it('are the service’s own, and the platform is asked once', async () => {
      const since = Date.now();
      for (const seedType of SEED_TYPES) {
        const answer = await recommend(`?limit=50&seed_type=${seedType}`);
        expectRules(answer);
        expect(answer.total).toBeGreaterThan(5);
        expect(answer.seed_info.type).toBe(seedType);
        for (const { id } of answer.items) expect(SANDBOX_CATALOGUE.trackById.has(id)).toBe(true);
      }
      expect(await askedSince(since)).toHaveLength(1);
      const { body } = await api.call('/api/v1/platform/capabilities', { headers: blanca.headers });
      expect(body.capabilities).toContainEqual(expect.objectContaining({ name: 'recommendations', available: false }));
    });

    it('are the same all day', async () => {
      await midnightPassed();
      const first = await recommend('?limit=50');
      expect(await recommend('?limit=50')).toEqual(first);
      expect((await recommend('?limit=7')).items).toEqual(first.items.slice(0, 7));
    }, 90_000);
  });

  describe('of the service’s own', () => {
    beforeEach(() => platform.setWeather({ access: '2024' }));

    const isOneOf =
      (tracks: readonly Track[]) =>
      ({ id }: Item): boolean =>
        tracks.some((track) => track.id === id);

    it('bring back favourites that were not heard for months', async () => {
      for (const seedType of ['tracks', 'mixed']) {
        const { items } = await recommend(`?limit=50&seed_type=${seedType}`);
        expect(items.slice(0, 20).some(isOneOf(FAVOURITES))).toBe(true);
      }
    });

    it('go on with an album that was begun', async () => {
      for (const seedType of ['tracks', 'artists', 'mixed'])
        expect((await recommend(`?limit=50&seed_type=${seedType}`)).items.some(isOneOf(BEGUN.slice(3)))).toBe(true);
    });

    it('from artists are by those that were played, known songs and new ones', async () => {
      const played = new Set(HEARINGS.flatMap(({ track }) => track.artists.map(({ name }) => name)));
      const { items } = await recommend('?seed_type=artists&limit=50');
      for (const { artists } of items) expect(artists.some((name) => played.has(name))).toBe(true);
      expect(items.some(isOneOf(HEARD_OF_LATE))).toBe(true);
      const heard = HEARINGS.map(({ track }) => track);
      expect(items.some((item) => !isOneOf(heard)(item))).toBe(true);
    });

    it('from genres carry a genre that was played, and reach beyond the artists played', async () => {
      const genres = new Set(HEARINGS.flatMap(({ track }) => track.artists.flatMap((artist) => artist.genres)));
      const { items } = await recommend('?seed_type=genres&limit=50');
      for (const { id } of items) {
        const carried = SANDBOX_CATALOGUE.trackById.get(id)?.artists.flatMap((artist) => artist.genres) ?? [];
        expect(carried.some((genre) => genres.has(genre))).toBe(true);
      }
    });

    it('change from one of the user’s days to the next', async () => {
      const lists: Item[][] = [];
      // 25 hours apart: two days on the calendar, whenever this runs.
      for (const timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
        const { body } = await api.call('/api/v1/users/me', { method: 'PATCH', as: another, json: { timezone } });
        await jobUntil(api.url, another.headers, String(body.job_id));
        const answer = await api.call(`${PATH}?seed_type=artists`, { as: another });
        lists.push((answer.body as unknown as Recommendations).items);
      }
      expect(lists[0]?.length).toBeGreaterThan(5);
      expect(lists[1]).not.toEqual(lists[0]);
    });
  });

  describe('while the platform has trouble', () => {
    it.each([
      ['is down', { errors: [{ path: '/v1/*', status: 503 }] }],
      ['takes no more calls', { rate_limit: { retry_after_seconds: 3_600 } }],
      ['does not answer', { latency_ms: 6_000 }],
      ['refuses the seeds', { errors: [{ path: '/v1/recommendations', status: 400 }] }],
      ['refuses the user’s token', { errors: [{ path: '/v1/recommendations', status: 401 }] }],
    ])(
      'are the service’s own: it %s',
      async (_, weather) => {
        await platform.setWeather(weather);
        let over = Infinity;
        // As long as the platform is given, by a timer that a busy machine holds up likewise.
        const timer = setTimeout(() => {
          over = performance.now();
        }, 5_000);
        const answer = await recommend();
        expect(performance.now() - over).toBeLessThan(3_000);
        clearTimeout(timer);
        expectRules(answer);
        expect(answer.total).toBe(20);
      },
      20_000,
    );
  });

  describe('of an account', () => {
    const asked = async (user: SignedIn): Promise<unknown> => (await api.call(PATH, { as: user })).body;

    it('that has played nothing are none', async () => {
      expect(beforeAnyPlay).toEqual(NONE);
      expect(await asked(await api.signIn())).toEqual(NONE);
    });

    it('that has played nothing here go out from what the platform says it likes', async () => {
      const stranger = await api.signIn();
      const [liked, other] = await blanca
        .get<{ items: TopEntry[] }>('/api/v1/artists/top')
        .then(({ items }) => items.map(({ platform_id, name }) => ({ platform_id, name })));
      await api.db.collection('top_items').insertMany([
        { user_id: stranger.userId, kind: 'artists', time_range: 'medium_term', items: [liked, other] },
        { user_id: stranger.userId, kind: 'tracks', time_range: 'medium_term', items: [] },
      ]);
      const answer = (await asked(stranger)) as Recommendations;
      expect(answer.seed_info).toEqual({
        type: 'mixed',
        top_artist: liked?.name,
        top_genre: expect.stringMatching(/./) as string,
      });
      expect(answer.items.map(({ artist }) => artist)).toContain(liked?.name);
    });

    it('are its own: without a session there are none', async () => {
      const { status, body } = await api.call(PATH);
      expect({ status, detail: body.detail }).toEqual({ status: 401, detail: 'Not authenticated' });
    });
  });

  it.each([
    ['limit=0', 'limit', 'greater_than_equal'],
    ['limit=51', 'limit', 'less_than_equal'],
    ['limit=ten', 'limit', 'int_parsing'],
    ['seed_type=albums', 'seed_type', 'enum'],
    ['seed_type=', 'seed_type', 'enum'],
  ])('are refused for %s', async (query, name, type) => {
    const { status, body } = await api.call(`${PATH}?${query}`, { headers: blanca.headers });
    expect(status).toBe(422);
    expect(body.detail).toEqual([expect.objectContaining({ loc: ['query', name], type })]);
  });

  it.each([
    ['limit=1', 1],
    ['limit=50', 50],
  ])('are as many as asked for: %s', async (query, count) => {
    expect((await recommend(`?${query}`)).items).toHaveLength(count);
  });
});

/** As an extended export has it. */
function toRecord({ track, daysAgo }: Hearing): Record<string, unknown> {
  return {
    ts: `${new Date(Date.now() - 60_000 - daysAgo * 86_400_000).toISOString().slice(0, 19)}Z`,
    ms_played: track.durationMs,
    master_metadata_track_name: track.name,
    master_metadata_album_artist_name: track.artists[0]?.name,
    master_metadata_album_album_name: track.album.name,
    spotify_track_uri: `spotify:track:${track.id}`,
    episode_name: null,
    spotify_episode_uri: null,
  };
}
