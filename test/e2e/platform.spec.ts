import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { runInContext } from '../../src/common/request-context';
import { AppPace } from '../../src/platform/calls/app-pace';
import { PlatformCalls } from '../../src/platform/calls/platform-calls';
import { type Pace, PlatformApp } from '../../src/platform/platform-app';
import { PlatformApiClient } from '../../src/platform/platform-api.client';
import { PlatformTokensService } from '../../src/platform/platform-tokens.service';
import {
  EndpointClosed,
  NotLinked,
  PlatformRateLimited,
  PlatformUnavailable,
} from '../../src/platform/platform.errors';
import { REQUEST_REDIS } from '../../src/queue/redis';
import { logInWith, type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { createTestApp, type TestApp } from '../support/test-app';

const FIRST = { offset: 0, limit: 50 };
const UNKNOWN_ID = 'a'.repeat(22);

interface Capability {
  name: string;
  available: boolean | null;
  reason: string;
  since: string | null;
  retry_at: string | null;
}

describe('the platform client', () => {
  let platform: SandboxPlatform;
  let api: TestApp;
  let client: PlatformApiClient;
  let redis: Redis;
  let userId: string;
  let session: { authorization: string };

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: { ...platform.env, APP_ROLE: 'api' } });
    client = api.app.get(PlatformApiClient);
    redis = api.app.get<Redis>(REQUEST_REDIS);
    session = { authorization: `Bearer ${await logInWith(platform, api, 'mira')}` };
    userId = await linkedUser();
  });
  afterEach(async () => {
    await platform.clearWeather();
    const keys = await redis.keys('platform:*');
    if (keys.length > 0) await redis.del(...keys);
  });
  afterAll(async () => {
    await api.close();
    await platform.close();
  });

  async function linkedUser(): Promise<string> {
    const link = await api.db.collection('platform_tokens').findOne({}, { sort: { _id: -1 } });
    return String(link?.user_id);
  }
  const callsSince = async (since: number) =>
    (await platform.requestsSince(since)).map(({ method, path }) => `${method} ${path}`);
  /** The first millisecond in which nothing has happened yet: a whole call fits into one. */
  const fromNowOn = (): number => {
    const last = Date.now();
    let now = last;
    while (now === last) now = Date.now();
    return now;
  };
  const capabilities = async () => {
    const { body } = await api.call('/api/v1/platform/capabilities', { headers: session });
    return body as { platform: unknown; capabilities: Capability[]; paused_until: string | null };
  };
  const capability = async (name: string) => (await capabilities()).capabilities.find((each) => each.name === name);
  const failureOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'no failure',
      (error: unknown) => error,
    );
  const inJob = <T>(work: () => Promise<T>): Promise<T> => runInContext({ requestId: 'r', jobId: 'j' }, work);
  const trackIds = async (count: number) =>
    (await client.topTracks(userId, 'long_term', { offset: 0, limit: count })).items.map(
      ({ platformId }) => platformId,
    );

  describe('reads', () => {
    it('the last plays, newest first', async () => {
      const { plays, received, skipped } = await client.recentlyPlayed(userId);
      expect({ received, skipped, plays: plays.length }).toEqual({ received: 50, skipped: 0, plays: 50 });
      const times = plays.map(({ playedAt }) => playedAt.getTime());
      expect(times).toEqual([...times].sort((left, right) => right - left));
    });

    it.each(['short_term', 'medium_term', 'long_term'] as const)('top tracks and artists of the %s', async (range) => {
      const tracks = await client.topTracks(userId, range, FIRST);
      const artists = await client.topArtists(userId, range, { offset: 2, limit: 3 });
      expect(tracks.items[0]).toMatchObject({ name: expect.stringMatching(/./) as string, linkedFromId: null });
      expect(artists.items).toHaveLength(3);
      expect(artists).toMatchObject({ skipped: 0, nextOffset: 5 });
      expect(artists.items[0]?.genres.length).toBeGreaterThan(0);
    });

    it('playlists and all their tracks, page by page, and counts what is no track', async () => {
      const { items, total, nextOffset } = await client.playlists(userId, FIRST);
      expect({ total, nextOffset }).toEqual({ total: items.length, nextOffset: null });
      for (const { platformId, totalTracks } of items) {
        let seen = 0;
        for (let offset: number | null = 0; offset !== null;) {
          const page = await client.playlistTracks(userId, platformId, { offset, limit: 20 });
          expect(page.total).toBe(totalTracks);
          seen += page.items.length + page.skipped;
          offset = page.nextOffset;
        }
        expect(seen).toBe(totalTracks);
      }
    });

    it('tracks, their albums, artists and features, in as few calls as there can be', async () => {
      const ids = await trackIds(50);
      const since = fromNowOn();
      const tracks = await client.tracks([...ids, ...ids, UNKNOWN_ID, 'name:abc', '']);
      const albums = await client.albums([...tracks.values()].map(({ album }) => album?.platformId ?? ''));
      const artists = await client.artists(
        [...tracks.values()].flatMap(({ artists: by }) => by.map((each) => each.platformId)),
      );
      const features = await client.audioFeatures(ids);
      expect([...tracks.keys()].sort()).toEqual([...ids].sort());
      expect([...features.keys()].sort()).toEqual([...ids].sort());
      for (const [id, track] of tracks) {
        expect(track.platformId).toBe(id);
        expect(albums.get(track.album?.platformId ?? '')?.name).toBe(track.album?.name);
        expect(artists.get(track.artists[0]?.platformId ?? '')?.name).toBe(track.artists[0]?.name);
      }
      const batches = Math.ceil(albums.size / 20) + Math.ceil(artists.size / 50) + 1 + 2;
      expect(await callsSince(since)).toHaveLength(batches);
    });

    it('nothing for no ids, without a call', async () => {
      const since = fromNowOn();
      expect([await client.tracks([]), await client.audioFeatures(['name:x'])]).toEqual([new Map(), new Map()]);
      expect(await callsSince(since)).toEqual([]);
    });

    it('the track of a name by an artist, and no other', async () => {
      const [id = ''] = await trackIds(1);
      const track = (await client.tracks([id])).get(id);
      const [artist] = track?.artists ?? [];
      expect((await client.searchTrack(artist?.name ?? '', track?.name.toUpperCase() ?? ''))?.name).toBe(track?.name);
      expect(await client.searchTrack('Nobody at all', track?.name ?? '')).toBeNull();
      expect(await client.searchTrack('"', '')).toBeNull();
    });

    it('what belongs to nobody with anybody’s token, and logs it for nobody', async () => {
      const [id = ''] = await trackIds(1);
      const requestId = 'catalogue-reads';
      await runInContext({ requestId }, () => client.tracks([id]));
      const logs = api.db.collection('api_logs');
      while ((await logs.countDocuments({ request_id: requestId })) < 1) await sleep(20);
      expect(await logs.find({ request_id: requestId }).toArray()).toMatchObject([
        { user_id: '', endpoint: '/v1/tracks' },
      ]);
    });
  });

  describe('what-hurts 18 and 19: what is closed', () => {
    it('in 2024 is noticed once, remembered for a day, and told', async () => {
      await platform.setWeather({ access: '2024' });
      const ids = await trackIds(3);
      const since = fromNowOn();
      for (let tries = 0; tries < 3; tries += 1)
        expect(await failureOf(client.audioFeatures(ids))).toMatchObject({
          name: 'EndpointClosed',
          status: 403,
          family: 'audio_features',
          reason: 'Forbidden',
        });
      expect(await callsSince(since)).toEqual(['GET /v1/audio-features']);

      const closed = await capability('audio_features');
      expect(closed).toMatchObject({ available: false, reason: 'Forbidden' });
      const [noticed, again] = [closed?.since, closed?.retry_at].map((time) => Date.parse(time ?? ''));
      expect(noticed).toBeGreaterThanOrEqual(since);
      expect((again ?? 0) - (noticed ?? 0)).toBe(24 * 3600 * 1000);
      expect(await redis.ttl('platform:playledger-sandbox:endpoint:audio_features')).toBeGreaterThan(24 * 3600 - 60);
    });

    it('is known to other replicas, and open again when the day is over', async () => {
      await platform.setWeather({ access: '2024' });
      const ids = await trackIds(3);
      await failureOf(client.audioFeatures(ids));
      await platform.clearWeather();
      const replica = await createTestApp({ beside: api, env: { ...platform.env, APP_ROLE: 'api' } });
      await expect(replica.app.get(PlatformApiClient).audioFeatures(ids)).rejects.toThrow(EndpointClosed);
      await redis.del('platform:playledger-sandbox:endpoint:audio_features');
      expect((await replica.app.get(PlatformApiClient).audioFeatures(ids)).size).toBe(3);
      expect(await capability('audio_features')).toMatchObject({ available: true, reason: '', retry_at: null });
      await replica.close();
    });

    it('in 2026 costs calls, and nothing else', async () => {
      const ids = await trackIds(10);
      const open = await client.tracks([...ids, UNKNOWN_ID]);
      await platform.setWeather({ access: '2026' });
      await redis.flushdb();
      const since = fromNowOn();
      const closed = await client.tracks([...ids, UNKNOWN_ID]);
      expect(await callsSince(since)).toHaveLength(1 + 11);
      const withoutPopularity = [...open].map(([id, track]) => [id, { ...track, popularity: 0 }]);
      expect(Object.fromEntries(closed)).toEqual(Object.fromEntries(withoutPopularity));
      const [artist] = (
        await client.artists([...closed.values()].map(({ artists }) => artists[0]?.platformId ?? ''))
      ).values();
      expect(artist).toMatchObject({ followers: 0, popularity: 0, name: expect.stringMatching(/./) as string });

      const again = fromNowOn();
      await client.tracks(ids);
      expect(await callsSince(again)).toHaveLength(10);
    });

    it('in 2026 leaves playlists readable, where their entries lie under items', async () => {
      const lists = (await client.playlists(userId, FIRST)).items;
      const tracksOf = async (): Promise<string[][]> => {
        const found: string[][] = [];
        for (const { platformId } of lists.slice(0, 4)) {
          const { items } = await client.playlistTracks(userId, platformId, FIRST);
          found.push(items.map(({ track }) => track.platformId));
        }
        return found;
      };
      const open = await tracksOf();
      await redis.flushdb();
      await platform.setWeather({ access: '2026' });
      expect((await client.playlists(userId, FIRST)).items).toEqual(lists);
      const since = fromNowOn();
      expect(await tracksOf()).toEqual(open);
      expect(await capability('playlist_tracks')).toMatchObject({ available: false, reason: 'Forbidden' });
      const paths = (await callsSince(since)).map((call) => call.split('/').at(-1));
      expect(paths).toEqual(['tracks', 'items', 'tracks', 'items', 'tracks', 'items', 'items']);
    });

    describe('of a single item', () => {
      let lists: string[];
      const refused = (paths: string[], status = 403) => paths.map((path) => ({ path, status }));
      const entriesOf = (id: string | undefined) => client.playlistTracks(userId, id ?? '', FIRST);

      beforeEach(async () => {
        await redis.flushdb();
        lists = (await client.playlists(userId, FIRST)).items.map(({ platformId }) => platformId);
      });

      it.each([403, 404])('is that item’s, however often it is asked for and refused with %d', async (status) => {
        const [own, other] = lists;
        // A platform that knows the older of the two places alone.
        const newer = refused([`/v1/playlists/${String(own)}/items`, `/v1/playlists/${String(other)}/items`], 404);
        await platform.setWeather({ errors: [...refused([`/v1/playlists/${String(own)}/tracks`], status), ...newer] });
        for (let tries = 0; tries < 5; tries += 1) {
          expect(await failureOf(entriesOf(own))).toMatchObject({ status });
          expect(await capability('playlist_tracks')).toMatchObject({ available: null, since: null, retry_at: null });
        }
        expect((await entriesOf(other)).items.length).toBeGreaterThan(0);
        expect(await failureOf(entriesOf(own))).toMatchObject({ status });
        expect(await capability('playlist_tracks')).toMatchObject({ available: true, reason: '', retry_at: null });
      });

      it('is no closure while others are given in between, and is one after three different items in a row', async () => {
        const [first, second, third, open] = lists;
        const closed = [first, second, third].map((id) => `/v1/playlists/${String(id)}/*`);
        await platform.setWeather({ errors: refused(closed) });
        for (const id of [first, second, open, third, first, first])
          if (id === open) await entriesOf(id);
          else expect(await failureOf(entriesOf(id))).toMatchObject({ name: 'PlatformRefused' });
        expect(await capability('playlist_tracks')).toMatchObject({ available: true });
        await failureOf(entriesOf(second));
        expect(await capability('playlist_tracks')).toMatchObject({ available: false });
      });

      it('costs a small batch single reads, and the batch stays open', async () => {
        const [own, other] = await trackIds(2);
        await platform.setWeather({ errors: [...refused(['/v1/tracks']), ...refused([`/v1/tracks/${String(own)}`])] });
        expect([...(await client.tracks([own ?? '', other ?? ''])).keys()]).toEqual([other]);
        expect(await capability('batch_tracks')).toMatchObject({ available: null });
      });

      it('keeps none of the others from being read one by one', async () => {
        const ids = await trackIds(12);
        const [own] = ids;
        await platform.setWeather({ access: '2026', errors: refused([`/v1/tracks/${String(own)}`]) });
        expect([...(await client.tracks(ids)).keys()].sort()).toEqual(ids.slice(1).sort());
        await platform.setWeather({ errors: refused(['/v1/tracks/*']) });
        const since = fromNowOn();
        expect(await failureOf(client.tracks(ids))).toMatchObject({ name: 'PlatformRefused' });
        // Those that were under way when the third was refused.
        expect((await callsSince(since)).length).toBeLessThan(3 + 5);
      });
    });

    it('is not a playlist that is not there, nor a scope that is missing', async () => {
      expect(await failureOf(client.playlistTracks(userId, UNKNOWN_ID, FIRST))).toMatchObject({
        name: 'PlatformNotFound',
      });
      await platform.setWeather({ errors: [{ path: '/v1/audio-features', status: 403, reason: 'PREMIUM_REQUIRED' }] });
      expect(await failureOf(client.audioFeatures([UNKNOWN_ID]))).toMatchObject({ name: 'PlatformRefused' });
      for (const { available } of (await capabilities()).capabilities) expect(available).toBeNull();
    });
  });

  it('GET /platform/capabilities says which platform it is, but not at which address of ours, and needs a session', async () => {
    expect((await api.call('/api/v1/platform/capabilities')).status).toBe(401);
    const body = await capabilities();
    expect(body).toMatchObject({ platform: { sandbox: true, api_url: '' }, paused_until: null });
    expect(body.capabilities).toContainEqual({
      name: 'new_releases',
      available: null,
      reason: '',
      since: null,
      retry_at: null,
    });
  });

  it('what-hurts 19: fields that are missing get defaults', async () => {
    const fields = [
      'popularity',
      'external_urls',
      'images',
      'album',
      'release_date',
      'context',
      'snapshot_id',
      'owner',
    ];
    await platform.setWeather({ missing_fields: [...fields, 'duration_ms', 'explicit', 'total', 'next', 'genres'] });
    const { plays, skipped } = await client.recentlyPlayed(userId);
    expect({ plays: plays.length, skipped }).toEqual({ plays: 50, skipped: 0 });
    expect(plays[0]).toMatchObject({
      contextType: '',
      track: { album: null, durationMs: 0, explicit: false, externalUrl: '' },
    });
    expect((await client.topArtists(userId, 'long_term', FIRST)).items[0]).toMatchObject({ genres: [], images: [] });
    expect((await client.playlists(userId, FIRST)).items[0]).toMatchObject({
      ownerId: '',
      snapshotId: '',
      totalTracks: 0,
    });
    await platform.setWeather({ missing_fields: ['id'] });
    expect(await client.recentlyPlayed(userId)).toMatchObject({ plays: [], received: 50, skipped: 50 });
  });

  describe('tries', () => {
    it.each([500, 502, 503, 504])('a GET three times when it is answered with %d', async (status) => {
      const path = '/v1/me/top/tracks';
      await platform.setWeather({ errors: [{ path, status, times: 2 }] });
      expect((await client.topTracks(userId, 'long_term', FIRST)).items.length).toBeGreaterThan(0);
      const since = fromNowOn();
      await platform.setWeather({ errors: [{ path, status }] });
      expect(await failureOf(client.topTracks(userId, 'long_term', FIRST))).toBeInstanceOf(PlatformUnavailable);
      expect(await callsSince(since)).toHaveLength(3);
    });

    it('once what is no GET, or what is answered with another status', async () => {
      const calls = api.app.get(PlatformCalls);
      await platform.setWeather({
        errors: [
          { path: '/v1/me/player/*', status: 503 },
          { path: '/v1/me/top/*', status: 501 },
        ],
      });
      const since = fromNowOn();
      await failureOf(calls.forUser(userId, { method: 'PUT', path: '/v1/me/player/pause' }));
      await failureOf(client.topTracks(userId, 'long_term', FIRST));
      expect(await callsSince(since)).toEqual(['PUT /v1/me/player/pause', 'GET /v1/me/top/tracks']);
    });

    it('most calls through a fifth of failures', async () => {
      await platform.setWeather({ errors: [{ path: '/v1/*', status: 503, rate: 0.2 }] });
      const outcomes = await Promise.all(Array.from({ length: 40 }, () => failureOf(client.playlists(userId, FIRST))));
      expect(outcomes.filter((outcome) => outcome === 'no failure').length).toBeGreaterThanOrEqual(36);
    });
  });

  describe('access tokens', () => {
    it('that have run out too soon are renewed once, by however many calls', async () => {
      await platform.setWeather({ expire: ['mira'] });
      const since = fromNowOn();
      const pages = await Promise.all(Array.from({ length: 5 }, () => client.playlists(userId, FIRST)));
      expect(new Set(pages.map(({ total }) => total)).size).toBe(1);
      expect((await callsSince(since)).filter((each) => each === 'POST /api/token')).toHaveLength(1);
    });

    it('that the platform goes on refusing end in NotLinked', async () => {
      await platform.setWeather({ errors: [{ path: '/v1/me/playlists', status: 401 }] });
      const since = fromNowOn();
      expect(await failureOf(client.playlists(userId, FIRST))).toBeInstanceOf(NotLinked);
      expect(await callsSince(since)).toEqual(['GET /v1/me/playlists', 'POST /api/token', 'GET /v1/me/playlists']);
    });

    it('what-hurts 17: of a user who has taken the access back are not tried again', async () => {
      await logInWith(platform, api, 'otto');
      const otto = await linkedUser();
      await platform.setWeather({ revoke: ['otto'] });
      expect(await failureOf(client.playlists(otto, FIRST))).toBeInstanceOf(NotLinked);
      const since = fromNowOn();
      expect(await failureOf(client.playlists(otto, FIRST))).toBeInstanceOf(NotLinked);
      expect(await callsSince(since)).toEqual([]);
    });

    it('of nobody’s in particular are another’s when one is broken', async () => {
      const [id = ''] = await trackIds(1);
      await logInWith(platform, api, 'otto');
      expect(await api.app.get(PlatformTokensService).anyLinkedUser()).not.toBe(userId);
      await platform.setWeather({ revoke: ['otto'] });
      expect((await client.tracks([id])).size).toBe(1);
      const links = api.db.collection('platform_tokens');
      await links.updateMany({}, { $set: { broken: true } });
      expect(await failureOf(client.tracks([id]))).toBeInstanceOf(NotLinked);
      await links.updateOne({ user_id: userId }, { $set: { broken: false } });
    });
  });

  describe('what-hurts 2: rate limits', () => {
    const limited = (seconds: number) =>
      platform.setWeather({ rate_limit: { retry_after_seconds: seconds, times: 1 } });

    it('of a second are waited for, by any method', async () => {
      await limited(1);
      const begun = Date.now();
      expect((await client.playlists(userId, FIRST)).items.length).toBeGreaterThan(0);
      expect(Date.now() - begun).toBeGreaterThanOrEqual(1_000);
      await limited(1);
      await api.app
        .get(PlatformCalls)
        .forUser(userId, { method: 'PUT', path: '/v1/me/player/pause' })
        .catch(() => undefined);
      const sent = await callsSince(begun);
      expect(sent.slice(-2)).toEqual(['PUT /v1/me/player/pause', 'PUT /v1/me/player/pause']);
    });

    it.each([60, 86_400])('of %d s fail at once, and keep all replicas from calling', async (seconds) => {
      const replica = await createTestApp({ beside: api, env: { ...platform.env, APP_ROLE: 'api' } });
      await limited(seconds);
      const since = fromNowOn();
      const first = await failureOf(inJob(() => client.playlists(userId, FIRST)));
      const told = Date.now();
      const second = await failureOf(inJob(() => replica.app.get(PlatformApiClient).recentlyPlayed(userId)));
      const asPerson = await failureOf(client.playlists(userId, FIRST));
      expect(Date.now() - since).toBeLessThan(5_000);
      for (const failure of [first, second, asPerson]) {
        expect(failure).toBeInstanceOf(PlatformRateLimited);
        const passed = (Date.now() - since) / 1000;
        expect((failure as PlatformRateLimited).retryAfterSeconds).toBeGreaterThanOrEqual(seconds - passed - 1);
        expect((failure as PlatformRateLimited).retryAfterSeconds).toBeLessThanOrEqual(seconds);
      }
      expect(await callsSince(since)).toEqual(['GET /v1/me/playlists']);
      const { paused_until } = await capabilities();
      // It began between the two, and is told in whole seconds.
      const began = Date.parse(paused_until ?? '') - seconds * 1000;
      expect(began).toBeGreaterThan(since - 1_000);
      expect(began).toBeLessThan(told + 1_000);
      await replica.close();
    });

    it('of a few seconds hold a job, which is let go when the service stops', async () => {
      const replica = await createTestApp({ beside: api, env: { ...platform.env, APP_ROLE: 'api' } });
      const other = replica.app.get(PlatformApiClient);
      await limited(5);
      const waiting = failureOf(inJob(() => other.playlists(userId, FIRST)));
      while ((await capabilities()).paused_until === null) await sleep(20);
      expect(await Promise.race([waiting, sleep(300, 'still waiting')])).toBe('still waiting');
      await replica.close();
      expect(await waiting).toBeInstanceOf(PlatformRateLimited);
    });

    it('never shorten a longer pause', async () => {
      const pace = api.app.get(AppPace);
      const since = Date.now();
      await pace.pause(100);
      await pace.pause(10);
      expect((await pace.pausedUntil())?.getTime()).toBeGreaterThan(since + 99_000);
    });
  });

  describe('the pace', () => {
    const setPace = (app: TestApp, pace: Pace) => Object.assign(app.app.get(PlatformApp), { pace });
    let replica: TestApp;

    beforeAll(async () => {
      replica = await createTestApp({ beside: api, env: { ...platform.env, APP_ROLE: 'api' } });
    });
    afterAll(() => replica.close());

    it('keeps two replicas together under the platform’s limit', async () => {
      for (const app of [api, replica])
        setPace(app, { windowMs: 3_000, callsPerWindow: { interactive: 4, background: 6 } });
      // Its window is shorter by so much as calls may be late, and still not come among those of the next turn.
      await platform.setWeather({ rate_limit: { max: 10, window_seconds: 1 } });
      const since = fromNowOn();
      const calls = Array.from({ length: 20 }, (_, index) => {
        const each = (index % 2 === 0 ? api : replica).app.get(PlatformApiClient);
        const call = () => each.playlists(userId, FIRST);
        return index % 3 === 0 ? call() : inJob(call);
      });
      await Promise.all(calls);
      const statuses = (await platform.requestsSince(since)).map(({ status }) => status);
      expect(statuses).toEqual(Array.from({ length: 20 }, () => 200));
      // 13 background calls, 6 at a time.
      expect(Date.now() - since).toBeGreaterThanOrEqual(6_000);
    });

    it('turns a job away whose turn would come after more than a minute, and leaves people their turns', async () => {
      setPace(api, { windowMs: 120_000, callsPerWindow: { interactive: 2, background: 2 } });
      await inJob(() => Promise.all([client.playlists(userId, FIRST), client.playlists(userId, FIRST)]));
      const begun = Date.now();
      const failure = await failureOf(inJob(() => client.playlists(userId, FIRST)));
      expect(failure).toBeInstanceOf(PlatformRateLimited);
      expect((failure as PlatformRateLimited).retryAfterSeconds).toBeGreaterThanOrEqual(60);
      expect((await client.playlists(userId, FIRST)).items.length).toBeGreaterThan(0);
      expect(Date.now() - begun).toBeLessThan(5_000);
    });

    it('is left alone while Redis is away, but for pauses that this process knows of', async () => {
      setPace(replica, { windowMs: 60_000, callsPerWindow: { interactive: 1, background: 1 } });
      const [own, other] = [replica.app.get<Redis>(REQUEST_REDIS), replica.app.get(PlatformApiClient)];
      own.disconnect();
      for (let calls = 0; calls < 3; calls += 1) await other.playlists(userId, FIRST);
      expect((await other.tracks(await trackIds(2))).size).toBe(2);
      await limitedTwice();
      const begun = Date.now();
      await other.playlists(userId, FIRST);
      expect(Date.now() - begun).toBeGreaterThanOrEqual(2_000);
      await own.connect();
    });

    const limitedTwice = () => platform.setWeather({ rate_limit: { retry_after_seconds: 1, times: 2 } });
  });
});
