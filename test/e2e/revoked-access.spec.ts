import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { link, type LinkedListener, linkNow } from '../support/sync-jobs';
import { type Answer, createTestApp, type TestApp } from '../support/test-app';

const TRIGGER = '/api/v1/sync-jobs/trigger';
const BROKEN = { authenticated: true, platform_linked: false, token_expires_at: null };
const LINKED = { authenticated: true, platform_linked: true, token_expires_at: expect.stringMatching(/Z$/) as string };

describe('access that a person has taken back', () => {
  let platform: SandboxPlatform;
  let api: TestApp;
  let nell: LinkedListener;

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: { ...platform.env, AUTO_LOGIN: 'false' } });
  });
  beforeEach(async () => {
    nell = await link(platform, api, 'nell');
  });
  afterEach(() => platform.clearWeather());
  afterAll(async () => {
    await api.close();
    await platform.close();
  });

  const call = (path: string, method = 'GET'): Promise<Answer> => api.call(path, { method, headers: nell.headers });
  const status = () => nell.get<unknown>('/api/v1/auth/status');
  const links = () => api.db.collection<{ user_id: string; expires_at: Date }>('platform_tokens');

  it.each<[string, () => Promise<unknown>]>([
    ['the player', () => call('/api/v1/player/devices')],
    ['a player command', () => call('/api/v1/player/pause', 'POST')],
    ['the library', () => call('/api/v1/library/saved-albums')],
    ['a forced refresh', () => call('/api/v1/auth/refresh', 'POST')],
    [
      'a call that needs a new access token first',
      async () => {
        await links().updateOne({ user_id: nell.userId }, { $set: { expires_at: new Date() } });
        return call('/api/v1/player/current');
      },
    ],
  ])('is noticed by %s, and the account is not linked until the next login', async (_, notice) => {
    expect(await status()).toMatchObject(LINKED);
    await platform.setWeather({ revoke: ['nell'] });
    expect(await notice()).toMatchObject({
      status: 401,
      body: { detail: expect.stringContaining('reconnect your platform account') as string },
    });
    expect(await status()).toMatchObject(BROKEN);
    expect((await call(TRIGGER, 'POST')).status).toBe(401);

    await linkNow(platform, api, 'nell');
    expect(await status()).toMatchObject(LINKED);
  });

  it('is noticed by a sync, whose job says what to do', async () => {
    await platform.setWeather({ revoke: ['nell'] });
    expect(await nell.sync()).toMatchObject({ status: 'failed', error_message: 'Reconnect your platform account.' });
    expect(await status()).toMatchObject(BROKEN);
  });

  it('is told from an access token that is refused alone, in whose place a new one comes', async () => {
    await platform.setWeather({ expire: ['nell'] });
    expect((await call('/api/v1/player/devices')).status).toBe(200);
    expect(await status()).toMatchObject(LINKED);
  });

  it('is told from a refresh that fails because the platform is away', async () => {
    await platform.setWeather({ expire: ['nell'], errors: [{ path: '/api/token', status: 503 }] });
    expect((await call('/api/v1/player/devices')).status).toBe(502);
    expect(await status()).toMatchObject(LINKED);
    await platform.clearWeather();
    expect((await call('/api/v1/player/devices')).status).toBe(200);
  });
});
