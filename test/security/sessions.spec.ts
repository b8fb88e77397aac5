import { createHmac, generateKeyPairSync, sign as signWith } from 'node:crypto';
import { Browser } from '../support/browser';
import { rawGet } from '../support/raw-http';
import { callbackAt, type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { createTestApp, type TestApp } from '../support/test-app';

const SECRET = 'a secret that is only used by the tests';
const PROTECTED = '/api/v1/users/me';
const SESSION = 'playledger_session';

describe('a session', () => {
  let platform: SandboxPlatform;
  let api: TestApp;

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: { ...platform.env, APP_ROLE: 'api', AUTO_LOGIN: 'false' } });
  });
  afterAll(async () => {
    await api.close();
    await platform.close();
  });

  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const cookie = (token: string) => ({ headers: { cookie: `${SESSION}=${token}` } });
  const statusWith = async (options: object): Promise<number> => (await api.call(PROTECTED, options)).status;

  it('is made anew by every login, whatever was in the browser before (fixation)', async () => {
    const attacker = await api.signIn('attacker');
    const browser = new Browser();
    browser.setCookie(api.url, SESSION, attacker.token);
    const tokens: string[] = [];
    for (let login = 0; login < 2; login += 1) {
      const consentPage = (await browser.get(`${api.url}/api/v1/auth/login`)).headers.get('location') ?? '';
      await browser.get(callbackAt(api, await platform.consent(consentPage, 'mira')));
      tokens.push(browser.cookie(api.url, SESSION) ?? '');
      expect(await browser.json(`${api.url}${PROTECTED}`)).toMatchObject({ platform_id: 'mira' });
    }
    expect(new Set([...tokens, attacker.token]).size).toBe(3);
  });

  it.each([
    ['the cookie', cookie],
    ['a Bearer token', bearer],
  ])('that was ended with %s is ended everywhere: its token refreshes nothing either', async (_, as) => {
    const { token } = await api.signIn();
    await api.call('/api/v1/auth/logout', { method: 'POST', ...as(token) });
    for (const credentials of [bearer(token), cookie(token)]) {
      expect(await statusWith(credentials)).toBe(401);
      expect((await api.call('/api/v1/auth/refresh', { method: 'POST', ...credentials })).status).toBe(401);
      expect((await api.call('/api/v1/auth/status', credentials)).body.authenticated).toBe(false);
    }
  });

  describe('is no token', () => {
    const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
    const hmac = (text: string, key: string): string => createHmac('sha256', key).update(text).digest('base64url');
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const seconds = (): number => Math.floor(Date.now() / 1000);
    const claims = (sub: string) => ({ sub, platform_id: 'mira', jti: 'j', iat: seconds(), exp: seconds() + 3600 });

    it.each<[string, (sub: string) => string]>([
      ...['none', 'None', 'nOnE', ''].map((alg): [string, (sub: string) => string] => [
        `of the algorithm "${alg}"`,
        (sub) => `${encode({ alg, typ: 'JWT' })}.${encode(claims(sub))}.`,
      ]),
      [
        'of the algorithm "none" with a good signature',
        (sub) => {
          const text = `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims(sub))}`;
          return `${text}.${hmac(text, SECRET)}`;
        },
      ],
      [
        'of RS256, signed by the key that it brings along',
        (sub) => {
          const jwk = publicKey.export({ format: 'jwk' });
          const text = `${encode({ alg: 'RS256', typ: 'JWT', jwk })}.${encode(claims(sub))}`;
          return `${text}.${signWith('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
        },
      ],
      [
        'of RS256, signed with the secret',
        (sub) => {
          const text = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims(sub))}`;
          return `${text}.${hmac(text, SECRET)}`;
        },
      ],
      ...['', '\0', 'null', '/dev/null', 'a secret that is only used by the test'].map(
        (key): [string, (sub: string) => string] => [
          `signed with ${JSON.stringify(key)}, which its "kid" names`,
          (sub) => {
            const text = `${encode({ alg: 'HS256', typ: 'JWT', kid: '/dev/null' })}.${encode(claims(sub))}`;
            return `${text}.${hmac(text, key)}`;
          },
        ],
      ),
      [
        'that is good from next hour on',
        (sub) => {
          const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ ...claims(sub), nbf: seconds() + 3600 })}`;
          return `${text}.${hmac(text, SECRET)}`;
        },
      ],
      [
        'that is issued in two minutes',
        (sub) => {
          const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ ...claims(sub), iat: seconds() + 120 })}`;
          return `${text}.${hmac(text, SECRET)}`;
        },
      ],
      [
        'whose claims are lists and objects',
        (sub) => {
          const odd = { ...claims(sub), sub: [sub], platform_id: { $ne: '' } };
          const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(odd)}`;
          return `${text}.${hmac(text, SECRET)}`;
        },
      ],
    ])('%s', async (_, make) => {
      const { userId, token } = await api.signIn('mira');
      expect(await statusWith(bearer(token))).toBe(200);
      for (const credentials of [bearer(make(userId)), cookie(make(userId))])
        expect(await statusWith(credentials)).toBe(401);
    });

    it('that is the state of a login', async () => {
      const { body } = await api.call('/api/v1/auth/login');
      const state = String(body.state);
      expect(await statusWith(bearer(state))).toBe(401);
      expect(await statusWith({ headers: { cookie: `playledger_login_state=${state}` } })).toBe(401);
    });
  });

  it('leads where the settings say, and nowhere else (open redirects)', async () => {
    const away = 'https://evil.example';
    const names = ['next', 'redirect', 'redirect_uri', 'redirect_to', 'return_to', 'returnUrl', 'url', 'host', 'state'];
    const query = new URLSearchParams(Object.fromEntries(names.map((name) => [name, away]))).toString();
    const headers = {
      accept: 'text/html',
      'x-forwarded-host': 'evil.example',
      referer: away,
      forwarded: `host=${away}`,
    };
    const login = await api.call(`/api/v1/auth/login?${query}`, { headers });
    expect(login.headers.get('location')).toMatch(new RegExp(`^${platform.url}/authorize\\?`));
    expect(login.headers.get('location')).not.toContain('evil');
    const consented = callbackAt(api, await platform.consent(String((await api.call('/api/v1/auth/login')).body.url)));
    const callback = await api.call(`${consented.slice(api.url.length)}&${query.replace(/&state=[^&]*/, '')}`, {
      headers,
    });
    expect([callback.status, callback.headers.get('location')]).toEqual([
      302,
      'http://127.0.0.1:8000/auth/callback?status=success',
    ]);
    for (const path of ['//evil.example', '//evil.example/..', '/\\evil.example', '/%2f%2fevil.example'])
      expect((await rawGet(api.url, path, { Host: '127.0.0.1' })).head).not.toMatch(/^location:/im);
  });
});
