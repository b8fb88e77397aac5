import { createTestApp, type Answer, type SignedIn, type TestApp } from '../../support/test-app';

const FRONT_END = 'http://127.0.0.1:8000';
const PROTECTED = '/api/v1/sync-jobs';

describe('100 requests in 60 seconds', () => {
  let api: TestApp;

  beforeAll(async () => {
    api = await createTestApp({ env: { RATE_LIMIT_MAX: '100', RATE_LIMIT_WINDOW_SECONDS: '60', APP_ROLE: 'api' } });
  });
  afterAll(() => api.close());

  const remaining = ({ headers }: Answer): number => Number(headers.get('ratelimit-remaining'));

  it('are answered, the next is not, and each says how many are left', async () => {
    const user = await api.signIn();
    const begun = Date.now();
    /** When the first of them had been counted. */
    let counted = 0;
    for (let left = 99; left >= 0; left -= 1) {
      const answer = await api.call(PROTECTED, { as: user });
      expect([answer.status, remaining(answer), answer.headers.get('ratelimit-limit')]).toEqual([200, left, '100']);
      counted ||= Date.now();
    }
    const sent = Date.now();
    const { status, headers, body } = await api.call(PROTECTED, { as: user, headers: { origin: FRONT_END } });
    expect({ status, body }).toEqual({
      status: 429,
      body: { detail: 'Rate limit exceeded', request_id: headers.get('x-request-id') },
    });
    const answered = Date.now();
    // The window began with the first request, and is told in whole seconds.
    for (const name of ['retry-after', 'ratelimit-reset']) {
      expect(Number(headers.get(name))).toBeGreaterThanOrEqual(60 - (answered - begun) / 1000);
      expect(Number(headers.get(name))).toBeLessThanOrEqual(Math.ceil(60 - (sent - counted) / 1000));
    }
    // A page of another origin could not read why otherwise.
    expect(headers.get('access-control-allow-origin')).toBe(FRONT_END);
    expect((await api.call(PROTECTED, { as: await api.signIn() })).status).toBe(200);
    const elsewhere = { headers: { cookie: `playledger_session=${user.token}` } };
    expect((await api.call(PROTECTED, elsewhere)).status).toBe(429);
  });

  it('of a token that was revoked are not those of its user', async () => {
    const user = await api.signIn('leaver');
    const { headers } = await api.signIn('leaver');
    await api.call('/api/v1/auth/logout', { method: 'POST', headers });
    const before = remaining(await api.call(PROTECTED, { as: user }));
    for (let call = 0; call < 5; call++) expect((await api.call(PROTECTED, { headers })).status).toBe(401);
    expect(remaining(await api.call(PROTECTED, { as: user }))).toBe(before - 1);
  });

  it('are counted whatever they are answered with, but for the page and the probes', async () => {
    const user = await api.signIn();
    const first = remaining(await api.call(PROTECTED, { as: user }));
    const calls: [string, RequestInit & { status: number }][] = [
      ['/api/v1/nope', { status: 404 }],
      ['/%zz', { status: 400 }],
      ['/api/v1/history', { method: 'OPTIONS', status: 200 }],
      ['/api/v1/tracks/%c3%28?limit=%', { status: 400 }],
      ['/api/v1/history?limit=0', { status: 422 }],
      ['/api/v1/history', { method: 'HEAD', status: 200 }],
      ['/api/v1/player/play', { method: 'POST', body: '{', status: 422 }],
      ['/api/v1/player/current', { status: 401 }],
    ];
    for (const [index, [path, { status, ...init }]] of calls.entries()) {
      const headers = { ...user.headers, 'content-type': 'application/json' };
      const answer = await fetch(`${api.url}${path}`, { ...init, headers });
      expect([path, answer.status]).toEqual([path, status]);
      expect([path, answer.headers.get('ratelimit-remaining')]).toEqual([path, String(first - 1 - index)]);
      await answer.text();
    }
    for (const path of [
      '/',
      '/?error=access_denied',
      '/assets/page.css',
      '/assets/nope.css',
      '/auth/callback?status=success',
      '/auth/callback/',
      '/metrics',
      '/metrics/',
    ]) {
      const answer = await fetch(`${api.url}${path}`, { headers: user.headers });
      expect([path, answer.headers.get('ratelimit-limit')]).toEqual([path, null]);
      await answer.text();
    }
    const probe = await api.call('/api/health/ready', { as: user });
    expect(remaining(probe)).toBe(99);
    expect(remaining(await api.call(PROTECTED, { as: user }))).toBe(first - calls.length - 1);
  });
});

describe('headers of every answer', () => {
  let api: TestApp;
  let user: SignedIn;

  beforeAll(async () => {
    api = await createTestApp({ env: { APP_ROLE: 'api' } });
    user = await api.signIn();
    await api.signIn();
  });
  afterAll(() => api.close());

  it.each<[number, string, RequestInit?]>([
    [200, '/api/health'],
    [200, '/api/v1/history'],
    [302, '/api/v1/auth/login', { headers: { accept: 'text/html' } }],
    [400, '/api/v1/auth/callback'],
    [400, '/%zz'],
    [401, '/api/v1/player/devices'],
    [404, '/api/v1/tracks/nope'],
    [404, '/api/v1/nope'],
    [413, '/api/v1/player/play', { method: 'POST', body: `"${'x'.repeat(2_000_000)}"` }],
    [422, '/api/v1/history?limit=0'],
    [422, '/api/v1/player/play', { method: 'POST', body: '{' }],
  ])('%d at %s', async (status, path, init = {}) => {
    const { headers } = user;
    const response = await fetch(`${api.url}${path}`, {
      redirect: 'manual',
      ...init,
      headers: {
        ...headers,
        ...(init.headers as Record<string, string> | undefined),
        'content-type': 'application/json',
        'x-request-id': 'traced',
        origin: FRONT_END,
      },
    });
    await response.text();
    const found = Object.fromEntries(response.headers);
    expect([response.status, found]).toMatchObject([
      status,
      {
        'x-request-id': 'traced',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'content-security-policy': expect.stringContaining("default-src 'self'") as string,
        'access-control-allow-origin': FRONT_END,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': expect.stringMatching(
          /X-Request-ID.*Retry-After.*RateLimit-Reset.*ETag.*Content-Disposition/,
        ) as string,
        vary: expect.stringMatching(/Origin/i) as string,
        'ratelimit-limit': '1000000',
        'ratelimit-remaining': expect.stringMatching(/^\d+$/) as string,
        'ratelimit-reset': expect.stringMatching(/^\d+$/) as string,
      },
    ]);
    expect(found).not.toHaveProperty('x-powered-by');
    expect(found).not.toHaveProperty('strict-transport-security');
  });

  it.each(['gzip', 'deflate'])('are those of an answer packed by %s, where it is long enough', async (encoding) => {
    const packed = (path: string) => fetch(`${api.url}${path}`, { headers: { 'accept-encoding': encoding } });
    const long = await packed('/api/openapi.json');
    expect(long.headers.get('content-encoding')).toBe(encoding);
    expect(await long.json()).toMatchObject({ openapi: expect.any(String) as string });
    const short = await packed('/api/health');
    expect(short.headers.get('content-encoding')).toBeNull();
    expect(await short.json()).toMatchObject({ status: 'healthy' });
  });
});
