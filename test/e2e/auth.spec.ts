import type { Redis } from 'ioredis';
import { REQUEST_REDIS } from '../../src/queue/redis';
import { Browser } from '../support/browser';
import {
  callbackAt,
  logInWith,
  PAUSE_KEY,
  type SandboxPlatform,
  startSandboxPlatform,
} from '../support/sandbox-platform';
import { type Answer, createTestApp, type TestApp } from '../support/test-app';

const SCOPES =
  'user-read-recently-played user-top-read user-read-playback-state user-modify-playback-state ' +
  'user-read-currently-playing playlist-read-private playlist-read-collaborative user-library-read ' +
  'user-follow-read user-read-email user-read-private';
const STATE = /^[\w-]{43}$/;
const CALLBACK = '/api/v1/auth/callback';

describe('logging in with a platform account', () => {
  let platform: SandboxPlatform;
  let api: TestApp;

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: { ...platform.env, APP_ROLE: 'api', AUTO_LOGIN: 'false' } });
  });
  afterEach(async () => {
    await platform.clearWeather();
    await Promise.all(['users', 'platform_tokens'].map((name) => api.db.collection(name).deleteMany({})));
  });
  afterAll(async () => {
    await api.close();
    await platform.close();
  });

  /** Begins a login in a browser. @returns the address of the consent page */
  async function beginIn(browser: Browser): Promise<string> {
    return (await browser.get(`${api.url}/api/v1/auth/login`)).headers.get('location') ?? '';
  }

  describe('GET /auth/login', () => {
    it('tells a client that is no browser the address, under both names', async () => {
      const { status, headers, body } = await api.call('/api/v1/auth/login', {
        headers: { accept: 'application/json' },
      });
      expect(status).toBe(200);
      expect(body).toEqual({
        authorization_url: body.url,
        url: expect.stringContaining(`${platform.url}/authorize?`) as string,
        state: expect.stringMatching(STATE) as string,
      });
      expect(Object.fromEntries(new URL(String(body.url)).searchParams)).toEqual({
        response_type: 'code',
        client_id: 'playledger-sandbox',
        scope: SCOPES,
        redirect_uri: 'http://127.0.0.1:8000/api/v1/auth/callback',
        state: body.state,
      });
      expect(headers.getSetCookie()).toEqual([
        `playledger_login_state=${String(body.state)}; Max-Age=600; Path=/; HttpOnly; SameSite=Lax`,
      ]);
      expect(headers.get('cache-control')).toBe('no-store');
    });

    it('sends a browser to the consent page, with the state in a cookie too', async () => {
      const browser = new Browser();
      const response = await browser.get(`${api.url}/api/v1/auth/login`);
      const consentPage = new URL(response.headers.get('location') ?? '');
      expect(response.status).toBe(302);
      expect(`${consentPage.origin}${consentPage.pathname}`).toBe(`${platform.url}/authorize`);
      expect(consentPage.searchParams.get('state')).toMatch(STATE);
      expect(browser.cookie(api.url, 'playledger_login_state')).toBe(consentPage.searchParams.get('state'));
      expect((await fetch(consentPage)).status).toBe(200);
    });

    it('gives every login a state of its own, which lives for ten minutes', async () => {
      const states = await Promise.all(
        Array.from({ length: 5 }, async () => String((await api.call('/api/v1/auth/login')).body.state)),
      );
      expect(new Set(states).size).toBe(5);
      const seconds = await api.app.get<Redis>(REQUEST_REDIS).ttl(`login:state:${String(states[0])}`);
      expect(seconds).toBeGreaterThan(590);
      expect(seconds).toBeLessThanOrEqual(600);
    });

    it('what-hurts 16: sends a browser at localhost to the callback’s host first, and to the platform from there', async () => {
      const browser = new Browser();
      const first = await browser.get(`${api.url.replace('127.0.0.1', 'localhost')}/api/v1/auth/login`);
      expect(first.status).toBe(302);
      expect(first.headers.get('location')).toBe('http://127.0.0.1:8000/api/v1/auth/login?host=checked');
      expect(first.headers.getSetCookie()).toEqual([]);
      const second = await browser.get(`${api.url}/api/v1/auth/login?host=checked`);
      expect(second.headers.get('location')).toContain(platform.url);
    });

    it('what-hurts 15: sends a browser behind a proxy that hides the host round no circle', async () => {
      const response = await new Browser().get(
        `${api.url.replace('127.0.0.1', 'localhost')}/api/v1/auth/login?host=checked`,
      );
      expect(response.headers.get('location')).toContain(`${platform.url}/authorize`);
    });
  });

  describe('GET /auth/callback', () => {
    it('logs a browser in and sends it to the front end', async () => {
      const browser = new Browser();
      const location = await platform.consent(await beginIn(browser), 'mira');
      const response = await browser.get(callbackAt(api, location));
      expect(response.status).toBe(302);
      expect(response.headers.get('location')).toBe('http://127.0.0.1:8000/auth/callback?status=success');
      const [clearState, session] = response.headers.getSetCookie();
      expect(clearState).toMatch(/^playledger_login_state=;.*Expires=Thu, 01 Jan 1970/);
      expect(session).toMatch(/^playledger_session=[\w.-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
      expect(await browser.json(`${api.url}/api/v1/auth/status`)).toEqual({
        authenticated: true,
        user: {
          id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
          platform_id: 'mira',
          display_name: 'Mira Morningside',
          email: 'mira@sandbox.invalid',
          image_url: expect.stringContaining('http') as string,
          product: 'premium',
        },
        token_expires_at: expect.stringMatching(/Z$/) as string,
        platform_linked: true,
      });
    });

    it('logs in a person whose login a client that is no browser has begun', async () => {
      const token = await logInWith(platform, api, 'otto');
      const { body } = await api.call('/api/v1/auth/status', { headers: { authorization: `Bearer ${token}` } });
      expect(body).toMatchObject({ authenticated: true, user: { platform_id: 'otto' } });
    });

    it('keeps tokens and email address encrypted', async () => {
      await logInWith(platform, api, 'mira');
      const link = await api.db.collection('platform_tokens').findOne({});
      const user = await api.db.collection('users').findOne({});
      expect(link).toEqual({
        _id: expect.anything() as unknown,
        user_id: String(user?._id),
        refresh_token_encrypted: expect.stringMatching(/^[0-9a-f]{8}\.[\w-]{80,}$/) as string,
        access_token_encrypted: expect.stringMatching(/^[0-9a-f]{8}\.[\w-]{80,}$/) as string,
        expires_at: expect.any(Date) as Date,
        scope: SCOPES,
        broken: false,
      });
      const secondsLeft = ((link?.expires_at as Date).getTime() - Date.now()) / 1000;
      expect(secondsLeft).toBeGreaterThan(3_500);
      expect(secondsLeft).toBeLessThanOrEqual(3_600);
      expect(JSON.stringify(user)).not.toContain('@');
    });

    it('keeps one user for an account that logs in again, and updates the profile', async () => {
      await platform.setWeather({ access: '2026' });
      await logInWith(platform, api, 'mira');
      expect(await api.db.collection('users').findOne({})).toMatchObject({
        country: '',
        product: '',
        email_encrypted: '',
      });
      await platform.clearWeather();
      await logInWith(platform, api, 'mira');
      expect(await api.db.collection('users').find().toArray()).toMatchObject([{ country: 'SE', product: 'premium' }]);
      expect(await api.db.collection('platform_tokens').countDocuments()).toBe(1);
    });

    it('keeps one user when their first logins arrive at once', async () => {
      const logins = Array.from({ length: 4 }, () => logInWith(platform, api, 'nell'));
      expect(new Set(await Promise.all(logins)).size).toBe(4);
      expect(await api.db.collection('users').countDocuments()).toBe(1);
      expect(await api.db.collection('platform_tokens').countDocuments()).toBe(1);
    });
  });

  describe('a callback that is refused with 400', () => {
    async function expectRefusal(response: Response, sentence: RegExp): Promise<void> {
      expect(response.status).toBe(400);
      const body = (await response.json()) as Record<string, unknown>;
      expect(body).toEqual({
        detail: expect.stringMatching(sentence) as string,
        request_id: expect.any(String) as string,
      });
      expect(response.headers.getSetCookie().join()).not.toContain('playledger_session');
      expect(await api.db.collection('users').countDocuments()).toBe(0);
    }

    it.each([
      ['nothing', ''],
      ['no state', '?code=abc'],
      ['no code', '?state=abc'],
      ['an empty code', '?code=&state=abc'],
    ])('carries %s', async (_, query) => {
      await expectRefusal(await new Browser().fetch(`${api.url}${CALLBACK}${query}`), /must carry code and state/);
    });

    it('carries a state that nobody issued', async () => {
      await expectRefusal(await new Browser().fetch(`${api.url}${CALLBACK}?code=a&state=b`), /is not known/);
    });

    it('carries a code that the platform does not know', async () => {
      const browser = new Browser();
      const state = new URL(await beginIn(browser)).searchParams.get('state') ?? '';
      const response = await browser.fetch(`${api.url}${CALLBACK}?code=made-up&state=${state}`);
      await expectRefusal(response, /does not accept this login/);
    });

    it('tells that the person did not consent', async () => {
      const browser = new Browser();
      const location = await platform.consent(await beginIn(browser), null);
      expect(location).toContain('error=access_denied');
      await expectRefusal(await browser.fetch(callbackAt(api, location)), /You did not let the service read/);
    });

    it('comes to another browser than the one that began the login', async () => {
      const location = await platform.consent(await beginIn(new Browser()));
      await expectRefusal(await new Browser().fetch(callbackAt(api, location)), /another browser/);
    });

    it('comes to a browser that has begun a login of its own', async () => {
      const victim = new Browser();
      const own = await beginIn(victim);
      const location = await platform.consent(await beginIn(new Browser()));
      await expectRefusal(await victim.fetch(callbackAt(api, location)), /another browser/);
      expect((await victim.get(callbackAt(api, await platform.consent(own)))).status).toBe(302);
    });

    it('comes from a tab whose login another tab has begun anew, which the other one outlives', async () => {
      const browser = new Browser();
      const [older, newer] = [await beginIn(browser), await beginIn(browser)];
      await expectRefusal(
        await browser.fetch(callbackAt(api, await platform.consent(older))),
        /replaced by a newer one\. Start the login again/,
      );
      await expectRefusal(await browser.fetch(`${api.url}${CALLBACK}`), /must carry code and state/);
      expect((await browser.get(callbackAt(api, await platform.consent(newer)))).status).toBe(302);
      expect(browser.cookie(api.url, 'playledger_login_state')).toBeUndefined();
    });

    it('comes to a browser with a wrong cookie, even if a client has begun the login', async () => {
      const { body } = await api.call('/api/v1/auth/login');
      const location = await platform.consent(String(body.url));
      const browser = new Browser();
      browser.setCookie(api.url, 'playledger_login_state', 'x'.repeat(43));
      await expectRefusal(await browser.fetch(callbackAt(api, location)), /another browser/);
    });

    it.each([
      ['the person did not consent', 'error=access_denied', /You did not let/],
      ['the platform has failed', 'error=server_error', /ended the login with an error/],
      ['it carries an error beside a code', 'error=access_denied&code=abc', /You did not let/],
      ['it carries no code', 'code=', /must carry code and state/],
    ])('comes after the login has ended because %s', async (_, query, sentence) => {
      for (const browser of [null, new Browser()]) {
        const { body } = await api.call('/api/v1/auth/login');
        const consentPage = browser === null ? String(body.url) : await beginIn(browser);
        const callback = callbackAt(api, await platform.consent(consentPage));
        const state = new URL(callback).searchParams.get('state') ?? '';
        const caller = browser ?? new Browser();
        await expectRefusal(await caller.fetch(`${api.url}${CALLBACK}?${query}&state=${state}`), sentence);
        expect(caller.cookie(api.url, 'playledger_login_state')).toBeUndefined();
        await expectRefusal(await caller.fetch(callback), /is not known/);
      }
    });

    it('comes a second time', async () => {
      const { body } = await api.call('/api/v1/auth/login');
      const callback = callbackAt(api, await platform.consent(String(body.url)));
      expect((await new Browser().get(callback)).status).toBe(302);
      await api.db.collection('users').deleteMany({});
      await expectRefusal(await new Browser().fetch(callback), /is not known/);
    });
  });

  describe('a browser whose callback fails', () => {
    async function errorOf(response: Response): Promise<string | null> {
      expect([response.status, await response.text()]).toEqual([302, '']);
      expect(response.headers.getSetCookie().join()).not.toContain('playledger_session');
      expect(await api.db.collection('users').countDocuments()).toBe(0);
      const location = new URL(response.headers.get('location') ?? '');
      expect([location.origin, location.pathname]).toEqual(['http://127.0.0.1:8000', '/']);
      return location.searchParams.get('error');
    }

    it('because the person did not consent is sent to the front end with access_denied', async () => {
      const browser = new Browser();
      const location = await platform.consent(await beginIn(browser), null);
      expect(await errorOf(await browser.get(callbackAt(api, location)))).toBe('access_denied');
    });

    it('because the login is not its own is sent there with login_failed', async () => {
      const location = await platform.consent(await beginIn(new Browser()));
      for (const path of [
        callbackAt(api, location),
        `${api.url}${CALLBACK}`,
        `${api.url}${CALLBACK}?error=server_error`,
      ])
        expect(await errorOf(await new Browser().get(path))).toBe('login_failed');
    });

    it.each(['/api/token', '/v1/me'])(
      'because %s of the platform fails is sent there with platform_unavailable',
      async (path) => {
        const browser = new Browser();
        await platform.setWeather({ errors: [{ path, status: 503 }] });
        const location = await platform.consent(await beginIn(browser));
        expect(await errorOf(await browser.get(callbackAt(api, location)))).toBe('platform_unavailable');
      },
    );

    it('because the database is away is sent there with login_failed', async () => {
      const lost = await createTestApp({
        beside: api,
        env: { ...platform.env, APP_ROLE: 'api', MONGODB_URI: 'mongodb://127.0.0.1:1/none' },
        awaitDatabase: false,
      });
      const browser = new Browser();
      const location = await platform.consent(await beginIn(browser));
      expect(await errorOf(await browser.get(callbackAt(lost, location)))).toBe('login_failed');
      await lost.close();
    });

    it('because it comes too often is sent there with login_failed', async () => {
      const busy = await createTestApp({ beside: api, env: { ...platform.env, APP_ROLE: 'api', RATE_LIMIT_MAX: '1' } });
      const location = await platform.consent(await beginIn(new Browser()));
      await busy.call('/api/v1/auth/status');
      expect(await errorOf(await new Browser().get(callbackAt(busy, location)))).toBe('login_failed');
      expect((await new Browser().fetch(callbackAt(busy, location))).status).toBe(429);
      await busy.close();
    });

    it('is sent to whatever page FRONTEND_URL names', async () => {
      const elsewhere = await createTestApp({
        beside: api,
        env: { ...platform.env, APP_ROLE: 'api', FRONTEND_URL: 'https://front.example/app?theme=dark' },
      });
      const { headers } = await new Browser().get(`${elsewhere.url}${CALLBACK}?error=access_denied&state=s`);
      expect(headers.get('location')).toBe('https://front.example/app?theme=dark&error=access_denied');
      await elsewhere.close();
    });
  });

  describe('a platform that fails during the callback', () => {
    async function answerOf(on: TestApp): Promise<Answer> {
      const { body } = await on.call('/api/v1/auth/login');
      const location = await platform.consent(String(body.url));
      const answer = await on.call(callbackAt(on, location).slice(on.url.length));
      expect(answer.headers.getSetCookie().join()).not.toContain('playledger_session');
      return answer;
    }
    async function callback(on = api): Promise<{ status: number; detail: unknown }> {
      const { status, body } = await answerOf(on);
      return { status, detail: body.detail };
    }

    it.each([
      ['the exchange fails', { errors: [{ path: '/api/token', status: 503 }] }, /status 503/],
      ['the profile fails', { errors: [{ path: '/v1/me', status: 500 }] }, /status 500/],
      [
        'the profile is refused',
        { errors: [{ path: '/v1/me', status: 403, reason: 'NOT_REGISTERED' }] },
        /NOT_REGISTERED/,
      ],
      ['the access token is refused', { errors: [{ path: '/v1/me', status: 401 }] }, /does not accept the access/],
      ['the profile has no id', { missing_fields: ['id'] }, /the profile has no id/],
    ])('is a 502 when %s', async (_, faults, sentence) => {
      await platform.setWeather(faults);
      expect(await callback()).toEqual({ status: 502, detail: expect.stringMatching(sentence) as string });
      expect(await api.db.collection('users').countDocuments()).toBe(0);
    });

    it('is a 503 when it takes no more calls, and says for how long', async () => {
      await platform.setWeather({ rate_limit: { retry_after_seconds: 20 } });
      const begun = Date.now();
      const { status, headers, body } = await answerOf(api);
      const passed = Math.floor((Date.now() - begun) / 1000);
      await api.app.get<Redis>(REQUEST_REDIS).del(PAUSE_KEY);
      expect(status).toBe(503);
      const seconds = Number(/Try again in (\d+) seconds/.exec(String(body.detail))?.[1]);
      expect(headers.get('retry-after')).toBe(String(seconds));
      expect(seconds).toBeGreaterThanOrEqual(20 - passed);
      expect(seconds).toBeLessThanOrEqual(20);
      expect(await api.db.collection('users').countDocuments()).toBe(0);
    });

    it('is a 502 when it is not there at all', async () => {
      const lonely = await createTestApp({ beside: api, env: { SANDBOX_PORT: '1', APP_ROLE: 'api' } });
      const { body } = await lonely.call('/api/v1/auth/login');
      const answer = await lonely.call(`${CALLBACK}?code=abc&state=${String(body.state)}`);
      expect(answer.status).toBe(502);
      expect(answer.body.detail).toBe('The platform could not be reached. Try again in a minute.');
      await lonely.close();
    });

    it('is a 502 that names the settings when the app’s secret is wrong', async () => {
      const misset = await createTestApp({
        beside: api,
        env: {
          PLATFORM_CLIENT_ID: 'playledger-sandbox',
          PLATFORM_CLIENT_SECRET: 'wrong',
          PLATFORM_API_URL: platform.url,
          PLATFORM_ACCOUNTS_URL: platform.url,
        },
      });
      expect(await callback(misset)).toEqual({
        status: 502,
        detail: expect.stringContaining('PLATFORM_CLIENT_SECRET') as string,
      });
      await misset.close();
    });
  });
});
