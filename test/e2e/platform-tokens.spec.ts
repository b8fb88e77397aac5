import { PlatformAccountsClient } from '../../src/platform/platform-accounts.client';
import { PlatformTokensService } from '../../src/platform/platform-tokens.service';
import { NotLinked } from '../../src/platform/platform.errors';
import { logInWith, type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { createTestApp, type TestApp } from '../support/test-app';

const RETIRED_KEY = '0123456789abcdef'.repeat(4);
const NEW_KEY = 'f'.repeat(64);

interface Link {
  user_id: string;
  access_token_encrypted: string;
  refresh_token_encrypted: string;
  expires_at: Date;
  broken: boolean;
}

describe('platform tokens', () => {
  let platform: SandboxPlatform;
  let api: TestApp;
  let tokens: PlatformTokensService;
  let headers: { authorization: string };

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: { ...platform.env, APP_ROLE: 'api' } });
    tokens = api.app.get(PlatformTokensService);
  });
  beforeEach(async () => {
    await api.db.collection('platform_tokens').deleteMany({});
    headers = { authorization: `Bearer ${await logInWith(platform, api, 'mira')}` };
  });
  afterEach(() => platform.clearWeather());
  afterAll(async () => {
    await api.close();
    await platform.close();
  });

  async function link(): Promise<Link> {
    const stored = await api.db.collection<Link>('platform_tokens').findOne({});
    if (stored === null) throw new Error('There is no link');
    return stored;
  }

  async function expireIn(minutes: number): Promise<void> {
    const expires_at = new Date(Date.now() + minutes * 60_000);
    await api.db.collection<Link>('platform_tokens').updateOne({}, { $set: { expires_at } });
  }

  const refresh = (on = api) => on.call('/api/v1/auth/refresh', { method: 'POST', headers });
  const status = async () => (await api.call('/api/v1/auth/status', { headers })).body;
  const tokenCalls = async (since: number) =>
    (await platform.requestsSince(since)).filter(({ path }) => path === '/api/token').length;

  describe('POST /auth/refresh', () => {
    it('stores a new access token and keeps the refresh token when no other comes', async () => {
      const before = await link();
      const { status: code, body } = await refresh();
      const after = await link();
      expect({ code, body }).toEqual({ code: 200, body: { status: 'refreshed' } });
      expect(after.access_token_encrypted).not.toBe(before.access_token_encrypted);
      expect(after.expires_at.getTime()).toBeGreaterThan(before.expires_at.getTime());
      expect(after.refresh_token_encrypted).toBe(before.refresh_token_encrypted);
    });

    it('stores another refresh token when one comes', async () => {
      const before = await link();
      await platform.setWeather({ rotate_refresh_tokens: true });
      await refresh();
      expect((await link()).refresh_token_encrypted).not.toBe(before.refresh_token_encrypted);
      expect((await refresh()).status).toBe(200);
    });

    it('needs a session', async () => {
      const { status: code, body } = await api.call('/api/v1/auth/refresh', { method: 'POST' });
      expect({ code, detail: body.detail }).toEqual({ code: 401, detail: 'Not authenticated' });
    });

    it('is 401 for a user without a linked account', async () => {
      await api.db.collection('platform_tokens').deleteMany({});
      const { status: code, body } = await refresh();
      expect({ code, detail: body.detail }).toEqual({
        code: 401,
        detail: 'Your platform account is not linked. Log in again to reconnect your platform account.',
      });
    });

    it('is 401 while the platform is away, and the account stays linked', async () => {
      await platform.setWeather({ errors: [{ path: '/api/token', status: 503 }] });
      const { status: code, body } = await refresh();
      expect(code).toBe(401);
      expect(body.detail).toMatch(/^The platform answered with status 503/);
      expect(await status()).toMatchObject({ platform_linked: true });
      await platform.clearWeather();
      expect((await refresh()).status).toBe(200);
    });

    it('what-hurts 17: says so when the access was revoked, until the next login', async () => {
      await platform.setWeather({ revoke: ['mira'] });
      const { status: code, body } = await refresh();
      expect({ code, detail: body.detail }).toEqual({
        code: 401,
        detail: 'Your platform account is not linked any more. Log in again to reconnect your platform account.',
      });
      expect(await status()).toMatchObject({ authenticated: true, platform_linked: false });
      await expect(tokens.accessTokenFor((await link()).user_id)).rejects.toThrow(NotLinked);

      await logInWith(platform, api, 'mira');
      expect(await status()).toMatchObject({ platform_linked: true });
    });

    it('asks the platform no more once the access was revoked', async () => {
      await platform.setWeather({ revoke: ['mira'] });
      await refresh();
      const since = Date.now();
      expect((await refresh()).status).toBe(401);
      expect(await tokenCalls(since)).toBe(0);
    });
  });

  describe('the access token for a call', () => {
    it('is the stored one as long as it is good for more than five minutes', async () => {
      const { user_id } = await link();
      await expireIn(5.1);
      const since = Date.now();
      const token = await tokens.accessTokenFor(user_id);
      expect(await tokens.accessTokenFor(user_id)).toBe(token);
      expect(await tokenCalls(since)).toBe(0);
    });

    it.each([4.9, 0, -60])('is a new one %d minutes before its expiry', async (minutes) => {
      const { user_id } = await link();
      const old = await tokens.accessTokenFor(user_id);
      await expireIn(minutes);
      const fresh = await tokens.accessTokenFor(user_id);
      expect(fresh).not.toBe(old);
      const answer = await fetch(`${platform.url}/v1/me`, { headers: { authorization: `Bearer ${fresh}` } });
      expect(answer.status).toBe(200);
      expect((await link()).expires_at.getTime()).toBeGreaterThan(Date.now() + 59 * 60_000);
    });

    it('is refreshed once, however many replicas ask for it at once', async () => {
      const replica = await createTestApp({ beside: api, env: { ...platform.env, APP_ROLE: 'api' } });
      const others = replica.app.get(PlatformTokensService);
      const { user_id } = await link();
      await expireIn(1);
      await platform.setWeather({ latency_ms: 100 });
      const since = Date.now();
      const asked = Array.from({ length: 10 }, (_, index) =>
        (index % 2 === 0 ? tokens : others).accessTokenFor(user_id),
      );
      expect(new Set(await Promise.all(asked)).size).toBe(1);
      expect(await tokenCalls(since)).toBe(1);
      await replica.close();
    });

    it('is that of the new link when a login comes in during a refresh that is refused', async () => {
      const accounts = api.app.get(PlatformAccountsClient);
      const refreshNow = accounts.refresh.bind(accounts);
      await platform.setWeather({ revoke: ['mira'] });
      jest.spyOn(accounts, 'refresh').mockImplementationOnce(async (refreshToken) => {
        await logInWith(platform, api, 'mira');
        return refreshNow(refreshToken);
      });
      expect((await refresh()).status).toBe(401);
      expect(await status()).toMatchObject({ platform_linked: true });
      expect((await refresh()).status).toBe(200);
    });

    it('opens for its own user only', async () => {
      await logInWith(platform, api, 'otto');
      const links = api.db.collection<Link>('platform_tokens');
      const [mira, otto] = await links.find().sort({ _id: 1 }).toArray();
      const { access_token_encrypted, refresh_token_encrypted } = otto ?? (await link());
      await links.updateOne({ user_id: mira?.user_id }, { $set: { access_token_encrypted, refresh_token_encrypted } });
      await expect(tokens.accessTokenFor(mira?.user_id ?? '')).rejects.toThrow(/under another encryption key/);
      await expect(tokens.accessTokenFor(otto?.user_id ?? '')).resolves.toEqual(expect.any(String));
    });
  });

  describe('after ENCRYPTION_KEY was changed', () => {
    it('stays good with the former key retired, and is sealed with the new one at the next refresh', async () => {
      const env = { ...platform.env, APP_ROLE: 'api', ENCRYPTION_KEY: NEW_KEY, ENCRYPTION_KEYS_RETIRED: RETIRED_KEY };
      const rotated = await createTestApp({ beside: api, env });
      const { user_id, access_token_encrypted } = await link();
      expect(await rotated.app.get(PlatformTokensService).accessTokenFor(user_id)).toBe(
        await tokens.accessTokenFor(user_id),
      );
      expect((await refresh(rotated)).status).toBe(200);
      expect((await link()).access_token_encrypted.slice(0, 8)).not.toBe(access_token_encrypted.slice(0, 8));
      await rotated.close();
    });

    it('is not linked without the former key, and says why', async () => {
      const changed = await createTestApp({
        beside: api,
        env: { ...platform.env, APP_ROLE: 'api', ENCRYPTION_KEY: NEW_KEY },
      });
      const { body } = await changed.call('/api/v1/auth/status', { headers });
      const noLink = { platform_linked: false, token_expires_at: null };
      expect(body).toMatchObject({ authenticated: true, user: { email: '' }, ...noLink });
      const answer = await refresh(changed);
      expect(answer.status).toBe(401);
      expect(answer.body.detail).toMatch(/linked under another encryption key\. Log in again/);
      await changed.close();
    });
  });
});
