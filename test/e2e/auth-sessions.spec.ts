import { JwtService } from '@nestjs/jwt';
import type { Redis } from 'ioredis';
import { REQUEST_REDIS } from '../../src/queue/redis';
import { Browser } from '../support/browser';
import { callbackAt, logInWith, type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';

const PROTECTED = '/api/v1/users/me';
const NOBODY = { authenticated: false, user: null, token_expires_at: null, platform_linked: false };

describe('sessions', () => {
  let api: TestApp;

  beforeAll(async () => {
    api = await createTestApp();
  });
  afterEach(() => api.db.collection('users').deleteMany({}));
  afterAll(() => api.close());

  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const cookie = (token: string) => ({ headers: { cookie: `playledger_session=${token}` } });

  describe('resolving credentials', () => {
    let mira: SignedIn;
    let otto: SignedIn;

    beforeEach(async () => {
      [mira, otto] = await Promise.all([api.signIn('mira'), api.signIn('otto')]);
    });

    it('takes the cookie', async () => {
      expect((await api.call(PROTECTED, cookie(mira.token))).body.platform_id).toBe('mira');
    });

    it('takes a bearer token', async () => {
      expect((await api.call(PROTECTED, bearer(mira.token))).body.platform_id).toBe('mira');
    });

    it('takes the cookie before the bearer token', async () => {
      const headers = { ...cookie(mira.token).headers, ...bearer(otto.token).headers };
      expect((await api.call(PROTECTED, { headers })).body.platform_id).toBe('mira');
    });

    it('takes the bearer token when the cookie is no session', async () => {
      const headers = { ...cookie('nonsense').headers, ...bearer(otto.token).headers };
      expect((await api.call(PROTECTED, { headers })).body.platform_id).toBe('otto');
    });

    it('gives tokens the claims of the contract, and an id', () => {
      const claims: unknown = new JwtService().decode(mira.token);
      const iat = expect.any(Number) as number;
      expect(claims).toEqual({
        sub: mira.userId,
        platform_id: 'mira',
        jti: expect.any(String) as string,
        iat,
        exp: iat,
      });
      const { exp, iat: issued } = claims as { exp: number; iat: number };
      expect(exp - issued).toBe(2_592_000);
    });

    describe('from tokens made elsewhere', () => {
      const secret = 'a secret that is only used by the tests';
      const jwt = new JwtService();
      const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');
      const month = { expiresIn: 2_592_000 };

      it('takes one with the claims of the contract, and can revoke it', async () => {
        const token = jwt.sign({ sub: mira.userId, platform_id: 'mira' }, { secret, ...month });
        expect((await api.call(PROTECTED, bearer(token))).status).toBe(200);
        await api.call('/api/v1/auth/logout', { method: 'POST', ...bearer(token) });
        expect((await api.call(PROTECTED, bearer(token))).status).toBe(401);
      });

      it.each<[string, (sub: string) => string]>([
        ['no signature', (sub) => `${encode({ alg: 'none' })}.${encode({ sub, platform_id: 'mira', exp: 9e9 })}.`],
        ['another secret', (sub) => jwt.sign({ sub, platform_id: 'mira' }, { secret: `${secret}!`, ...month })],
        [
          'another algorithm',
          (sub) => jwt.sign({ sub, platform_id: 'mira' }, { secret, algorithm: 'HS512', ...month }),
        ],
        ['an expiry that has passed', (sub) => jwt.sign({ sub, platform_id: 'mira' }, { secret, expiresIn: -1 })],
        ['no expiry', (sub) => jwt.sign({ sub, platform_id: 'mira' }, { secret })],
        ['no subject', () => jwt.sign({ platform_id: 'mira' }, { secret, ...month })],
        ['no platform_id', (sub) => jwt.sign({ sub }, { secret, ...month })],
        ['a subject that is no id', () => jwt.sign({ platform_id: 'mira', sub: '1' }, { secret, ...month })],
        ['a user who is not there', () => jwt.sign({ platform_id: 'm', sub: '0'.repeat(24) }, { secret, ...month })],
        ['an altered payload', (sub) => jwt.sign({ sub, platform_id: 'm' }, { secret, ...month }).replace('.', '.A')],
        ['no form at all', () => 'nonsense'],
      ])('takes none with %s', async (_, make) => {
        const token = make(mira.userId);
        for (const credentials of [bearer(token), cookie(token)]) {
          const { status, body } = await api.call(PROTECTED, credentials);
          expect({ status, detail: body.detail }).toEqual({ status: 401, detail: 'Not authenticated' });
          expect((await api.call('/api/v1/auth/status', credentials)).body).toEqual(NOBODY);
        }
      });
    });
  });

  describe('GET /auth/status', () => {
    it('knows nobody when there is no user', async () => {
      const { status, body, headers } = await api.call('/api/v1/auth/status');
      expect({ status, body }).toEqual({ status: 200, body: NOBODY });
      expect(headers.getSetCookie()).toEqual([]);
    });

    it('logs the only user in', async () => {
      await api.signIn('mira');
      const browser = new Browser();
      const user = { platform_id: 'mira', email: '' };
      expect(await browser.json(`${api.url}/api/v1/auth/status`)).toMatchObject({ authenticated: true, user });
      expect(await browser.json(`${api.url}${PROTECTED}`)).toMatchObject({ platform_id: 'mira' });
    });

    it('logs the only user in again whose cookie is worth nothing', async () => {
      const { token } = await api.signIn('mira');
      await api.call('/api/v1/auth/logout', { method: 'POST', ...cookie(token) });
      const { body, headers } = await api.call('/api/v1/auth/status', cookie(token));
      expect(body.authenticated).toBe(true);
      expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^playledger_session=/)]);
    });

    it('makes no new session where there is one', async () => {
      const { token } = await api.signIn('mira');
      const { body, headers } = await api.call('/api/v1/auth/status', cookie(token));
      expect(body.authenticated).toBe(true);
      expect(headers.getSetCookie()).toEqual([]);
    });

    it('logs nobody in when there are two users', async () => {
      await Promise.all([api.signIn('mira'), api.signIn('otto')]);
      const { body, headers } = await api.call('/api/v1/auth/status');
      expect(body).toEqual(NOBODY);
      expect(headers.getSetCookie()).toEqual([]);
    });

    it('logs nobody in when AUTO_LOGIN is false', async () => {
      const strict = await createTestApp({ beside: api, env: { AUTO_LOGIN: 'false' } });
      await api.signIn('mira');
      expect((await strict.call('/api/v1/auth/status')).body).toEqual(NOBODY);
      await strict.close();
    });

    it('says that no account is linked to a user without one', async () => {
      const { token } = await api.signIn('mira');
      expect((await api.call('/api/v1/auth/status', bearer(token))).body).toMatchObject({
        platform_linked: false,
        token_expires_at: null,
      });
    });
  });

  describe('POST /auth/logout', () => {
    it('clears the cookie and makes the token worthless', async () => {
      const { token } = await api.signIn();
      const { status, body, headers } = await api.call('/api/v1/auth/logout', { method: 'POST', ...cookie(token) });
      expect({ status, body }).toEqual({ status: 200, body: { status: 'logged_out' } });
      expect(headers.getSetCookie()).toEqual([
        expect.stringMatching(
          /^playledger_session=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970 .*; HttpOnly; SameSite=Lax$/,
        ),
      ]);
      expect((await api.call(PROTECTED, cookie(token))).status).toBe(401);
      expect((await api.call(PROTECTED, bearer(token))).status).toBe(401);
    });

    it('leaves the user’s other sessions as they are', async () => {
      const [here, there] = [await api.signIn('mira'), await api.signIn('mira')];
      await api.call('/api/v1/auth/logout', { method: 'POST', ...cookie(here.token) });
      expect((await api.call(PROTECTED, cookie(there.token))).status).toBe(200);
    });

    it('remembers the token for as long as it would live', async () => {
      const redis = api.app.get<Redis>(REQUEST_REDIS);
      const { token } = await api.signIn();
      await api.call('/api/v1/auth/logout', { method: 'POST', ...bearer(token) });
      const { jti } = new JwtService().decode<{ jti: string }>(token);
      expect(await redis.ttl(`session:revoked:${jti}`)).toBeGreaterThan(2_591_900);
    });

    it.each([
      ['without a session', {}],
      ['with an empty JSON body', { headers: { 'content-type': 'application/json' } }],
      ['with a token that is none', { headers: { authorization: 'Bearer nonsense' } }],
    ])('works %s', async (_, options) => {
      const { status, body } = await api.call('/api/v1/auth/logout', { method: 'POST', ...options });
      expect({ status, body }).toEqual({ status: 200, body: { status: 'logged_out' } });
    });
  });

  describe('GET /auth/dev-login', () => {
    let open: TestApp;

    beforeAll(async () => {
      open = await createTestApp({ beside: api, env: { APP_ENV: 'development' } });
    });
    afterAll(() => open.close());

    it('logs the first user in', async () => {
      const first = await api.signIn('mira');
      await api.signIn('otto');
      const { status, body, headers } = await open.call('/api/v1/auth/dev-login');
      const token = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) as string;
      const user = { id: first.userId, platform_id: 'mira', display_name: 'mira' };
      expect({ status, body }).toEqual({ status: 200, body: { status: 'authenticated', user, token } });
      expect(headers.getSetCookie().join()).toContain(`playledger_session=${String(body.token)};`);
      expect((await api.call(PROTECTED, bearer(String(body.token)))).status).toBe(200);
    });

    it('is 404 without a user', async () => {
      const { status, body } = await open.call('/api/v1/auth/dev-login');
      expect({ status, detail: body.detail }).toEqual({
        status: 404,
        detail: expect.stringMatching(/no user yet/) as string,
      });
    });

    it('is not there in other modes', async () => {
      await api.signIn();
      const { status, body, headers } = await api.call('/api/v1/auth/dev-login');
      expect({ status, detail: body.detail }).toEqual({ status: 404, detail: 'Not Found' });
      expect(headers.getSetCookie()).toEqual([]);
    });
  });

  describe('GET /auth/dev-login of a service with a platform app', () => {
    const APP = { APP_ENV: 'development', PLATFORM_CLIENT_ID: 'an app', PLATFORM_CLIENT_SECRET: 'its secret' };
    const services: TestApp[] = [];

    beforeAll(async () => {
      for (const hops of ['0', '1'])
        services.push(await createTestApp({ beside: api, env: { ...APP, TRUST_PROXY_HOPS: hops } }));
    });
    afterAll(() => Promise.all(services.map((service) => service.close())));

    /** @param hops how many proxies the service believes */
    const devLogin = (hops: number, remoteAddress: string, headers: Record<string, string> = {}) =>
      services[hops]?.app.inject({
        url: '/api/v1/auth/dev-login',
        remoteAddress,
        headers: { host: '127.0.0.1:8000', ...headers },
      });

    it.each<[number, string, Record<string, string>]>([
      [0, '127.0.0.1', {}],
      [0, '::1', {}],
      [1, '127.0.0.1', {}],
      [1, '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
    ])('logs the first user in, with %d proxies, at %s with %j', async (hops, address, headers) => {
      await api.signIn('mira');
      const answer = await devLogin(hops, address, headers);
      expect(answer?.json()).toMatchObject({ status: 'authenticated', user: { platform_id: 'mira' } });
    });

    it.each<[number, string, Record<string, string>]>([
      [0, '192.168.0.7', {}],
      [0, '192.168.0.7', { 'x-forwarded-for': '127.0.0.1' }],
      [0, '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
      [0, '127.0.0.1', { 'x-forwarded-for': '203.0.113.5' }],
      [1, '192.168.0.7', {}],
      [1, '192.168.0.7', { 'x-forwarded-for': '127.0.0.1' }],
      [1, '127.0.0.1', { 'x-forwarded-for': '203.0.113.5' }],
      [1, '127.0.0.1', { 'x-forwarded-for': '127.0.0.1, 203.0.113.5' }],
    ])('logs nobody in, with %d proxies, at %s with %j', async (hops, address, headers) => {
      await api.signIn('mira');
      const answer = await devLogin(hops, address, headers);
      expect(answer?.statusCode).toBe(404);
      expect(answer?.json()).toMatchObject({ detail: expect.stringContaining('on this machine only') as string });
      expect(answer?.headers['set-cookie']).toBeUndefined();
    });
  });

  describe('while Redis is away', () => {
    let cut: TestApp;

    beforeAll(async () => {
      cut = await createTestApp({ beside: api });
      cut.app.get<Redis>(REQUEST_REDIS).disconnect();
    });
    afterAll(() => cut.close());

    it.each([
      ['GET', PROTECTED],
      ['GET', '/api/v1/auth/status'],
      ['POST', '/api/v1/auth/logout'],
      ['POST', '/api/v1/auth/refresh'],
    ])('%s %s with a session is 503', async (method, path) => {
      const { token } = await api.signIn();
      const { status, headers, body } = await cut.call(path, { method, ...bearer(token) });
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toBe('3');
      expect(body.detail).toMatch(/session cannot be checked/);
    });

    it('a login cannot begin', async () => {
      const { status, headers } = await cut.call('/api/v1/auth/login');
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toBe('3');
    });
  });
});

describe('cookies in production', () => {
  let platform: SandboxPlatform;
  let api: TestApp;

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    api = await createTestApp({
      env: {
        APP_ENV: 'production',
        BASE_URL: 'https://music.example',
        PLATFORM_CLIENT_ID: 'playledger-sandbox',
        PLATFORM_CLIENT_SECRET: 'playledger-sandbox-secret',
        PLATFORM_REDIRECT_URI: 'http://127.0.0.1:8000/api/v1/auth/callback',
        PLATFORM_API_URL: platform.url,
        PLATFORM_ACCOUNTS_URL: platform.url,
      },
    });
  });
  afterAll(async () => {
    await api.close();
    await platform.close();
  });

  it('are sent over HTTPS only', async () => {
    const browser = new Browser();
    const login = await browser.get(`${api.url}/api/v1/auth/login`);
    const callback = await browser.get(callbackAt(api, await platform.consent(login.headers.get('location') ?? '')));
    expect(callback.headers.get('location')).toBe('https://music.example/auth/callback?status=success');
    const cookies = [...login.headers.getSetCookie(), ...callback.headers.getSetCookie()];
    expect(cookies).toHaveLength(3);
    for (const line of cookies) expect(line).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
  });

  it('come with no dev login', async () => {
    await logInWith(platform, api, 'mira');
    expect((await api.call('/api/v1/auth/dev-login')).status).toBe(404);
  });
});
