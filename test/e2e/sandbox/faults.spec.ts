import { setImmediate } from 'node:timers/promises';
import { type ErrorBody, type Feed, type Item, type Page, read, useSandbox } from './sandbox-client';

const platform = useSandbox();

describe('the weather', () => {
  it('can be a real rate limit', async () => {
    const { access_token: access } = await platform.logIn('mira');
    await platform.weather({ rate_limit: { max: 3, window_seconds: 30 } });
    const statuses = [];
    for (let call = 0; call < 5; call++) statuses.push((await platform.api(access, '/me')).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const refused = await platform.api<ErrorBody>(access, '/me');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(25);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(30);
  });

  it('can be a wait of a whole day with a reason', async () => {
    const { access_token: access } = await platform.logIn('mira');
    await platform.weather({ rate_limit: { retry_after_seconds: 85_771, times: 1, reason: 'QUOTA_EXCEEDED' } });
    const refused = await platform.api<ErrorBody>(access, '/me');
    expect([refused.status, refused.headers.get('retry-after'), refused.body.error.reason]).toEqual([
      429,
      '85771',
      'QUOTA_EXCEEDED',
    ]);
    expect((await platform.api(access, '/me')).status).toBe(200);
  });

  it('can be errors that pass, on the paths named', async () => {
    const { access_token: access, refresh_token: refresh } = await platform.logIn('mira');
    await platform.weather({
      errors: [
        { path: '/v1/me', status: 503, times: 2 },
        { path: '/api/token', status: 500 },
      ],
    });
    const statuses = [];
    for (let call = 0; call < 3; call++) statuses.push((await platform.api(access, '/me')).status);
    expect(statuses).toEqual([503, 503, 200]);
    expect((await platform.token({ grant_type: 'refresh_token', refresh_token: refresh })).status).toBe(500);
  });

  it('can be slow', async () => {
    const { access_token: access } = await platform.logIn('mira');
    await platform.weather({ latency_ms: 120 });
    const start = performance.now();
    await platform.api(access, '/me');
    expect(performance.now() - start).toBeGreaterThanOrEqual(115);
  });

  it.each([
    ['classic', [200, 200, 200, 200, 200]],
    ['2024', [403, 404, 404, 200, 200]],
    ['2026', [403, 404, 404, 403, 403]],
  ])('can close what was closed by %s', async (access, expected) => {
    const { access_token: bearer } = await platform.logIn('mira');
    const { body: top } = await platform.api<Page<Item>>(bearer, '/me/top/tracks?limit=1');
    await platform.weather({ access });
    const id = top.items[0]?.id ?? '';
    const paths = [
      `/audio-features?ids=${id}`,
      `/recommendations?seed_tracks=${id}`,
      '/browse/featured-playlists',
      `/tracks?ids=${id}`,
    ];
    const statuses = await Promise.all(
      [...paths, '/browse/categories'].map(async (path) => (await platform.api(bearer, path)).status),
    );
    expect(statuses).toEqual(expected);
    expect((await platform.api(bearer, `/tracks/${id}`)).status).toBe(200);
  });

  it('can leave fields out, as the platform does since 2026', async () => {
    const { access_token: bearer } = await platform.logIn('mira');
    await platform.weather({ access: '2026', missing_fields: ['genres'] });
    const { body: me } = await platform.api<Record<string, unknown>>(bearer, '/me');
    expect(['country', 'email', 'product', 'followers'].filter((field) => field in me)).toEqual([]);
    const { body: artists } = await platform.api<Page<Record<string, unknown>>>(bearer, '/me/top/artists?limit=5');
    expect(artists.items.filter((artist) => 'popularity' in artist || 'genres' in artist)).toEqual([]);
    const { body: lists } = await platform.api<Page<Record<string, unknown>>>(bearer, '/me/playlists');
    expect(lists.items.every((list) => 'items' in list && !('tracks' in list))).toBe(true);
    expect((await platform.api(bearer, `/playlists/${String(lists.items[0]?.id)}/tracks`)).status).toBe(403);
    expect((await platform.api(bearer, `/playlists/${String(lists.items[0]?.id)}/items`)).status).toBe(200);
  });

  it('is refused when it is misspelt, and shown and reset otherwise', async () => {
    expect((await platform.weather({ latencyms: 5 })).status).toBe(400);
    expect((await platform.weather({ revoke: ['nobody'] })).body.message).toContain('nobody');
    await platform.weather({ latency_ms: 1, clock: { offset_ms: 60_000 } });
    const show = async (method: string) => (await read(await fetch(`${platform.url}/sandbox/faults`, { method }))).body;
    expect(await show('GET')).toMatchObject({ latency_ms: 1, access: 'classic', clock: { offset_ms: 60_000 } });
    expect(await show('DELETE')).toMatchObject({
      latency_ms: 0,
      errors: [],
      rate_limit: null,
      clock: { offset_ms: 0 },
    });
  });
});

describe('help for tests', () => {
  it('counts the requests received', async () => {
    const { access_token: access } = await platform.logIn('otto');
    const loggedInAt = Date.now();
    // What is asked for within one millisecond is asked for since then.
    while (Date.now() === loggedInAt) await setImmediate();
    const since = Date.now();
    await platform.api(access, '/me/top/artists?limit=1');
    await platform.api(access, '/nowhere');
    await fetch(`${platform.url}/v1/me`);
    type Log = { requests: { method: string; path: string; query: string; user: string | null; status: number }[] };
    const { body } = await read<Log>(await fetch(`${platform.url}/sandbox/requests?since=${since}`));
    expect(body.requests.map(({ method, path, query, user, status }) => [method, path, query, user, status])).toEqual([
      ['GET', '/v1/me/top/artists', 'limit=1', 'otto', 200],
      ['GET', '/v1/nowhere', '', 'otto', 404],
      ['GET', '/v1/me', '', null, 401],
    ]);
  });

  it('makes linked listeners for load tests', async () => {
    type Made = { users: { id: string; refresh_token: string; access_token: string }[] };
    const made = await read<Made>(await fetch(`${platform.url}/sandbox/users?count=50`, { method: 'POST' }));
    expect(new Set(made.body.users.map(({ id }) => id)).size).toBe(50);
    const [first, second] = made.body.users;
    const refreshed = await platform.token({ grant_type: 'refresh_token', refresh_token: first?.refresh_token ?? '' });
    expect((await platform.api<Item>(refreshed.body.access_token, '/me')).body.id).toBe(first?.id);
    const feeds = await Promise.all(
      [first, second].map(
        async (user) =>
          (await platform.api<Feed>(user?.access_token ?? '', '/me/player/recently-played?limit=50')).body.items,
      ),
    );
    expect(feeds[0]).toHaveLength(50);
    expect(feeds[0]).not.toEqual(feeds[1]);
    expect((await fetch(`${platform.url}/sandbox/users?count=lots`, { method: 'POST' })).status).toBe(400);
  });
});
