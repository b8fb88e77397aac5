import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsersService } from '../../../src/users/users.service';
import { createTestApp, type SignedIn, type TestApp } from '../../support/test-app';

const AWAY = { MONGODB_URI: 'mongodb://127.0.0.1:1/none', REDIS_URL: 'redis://127.0.0.1:1/0' };
const ORIGINS = ['https://music.example', 'http://192.0.2.7:3000'];

describe('the service', () => {
  let api: TestApp;
  let user: SignedIn;

  beforeAll(async () => {
    api = await createTestApp({ env: { APP_ROLE: 'api', CORS_ORIGINS: ORIGINS.join(',') } });
    user = await api.signIn();
  });
  afterAll(() => api.close());

  it('tells its own release', async () => {
    const manifest = readFileSync(join(__dirname, '../../../package.json'), 'utf8');
    const { version } = JSON.parse(manifest) as { version: string };
    expect((await api.call('/api/health')).body.version).toBe(version);
    expect((await api.call('/api/health/update')).body).toMatchObject({
      current_version: version,
      latest_version: version,
      update_available: false,
    });
  });

  let lost: TestApp | undefined;
  afterEach(async () => {
    await lost?.close();
    lost = undefined;
  });

  it.each<[string, Partial<typeof AWAY>]>([
    ['database', { MONGODB_URI: AWAY.MONGODB_URI }],
    ['cache', { REDIS_URL: AWAY.REDIS_URL }],
    ['database, cache', AWAY],
  ])('is not ready without: %s', async (reason, env) => {
    const awaitDatabase = !reason.includes('database');
    lost = await createTestApp({ beside: api, env: { ...env, APP_ROLE: 'api' }, awaitDatabase });
    const { status, headers, body } = await lost.call('/api/health/ready');
    expect({ status, body }).toEqual({
      status: 503,
      body: {
        status: 'not_ready',
        reason,
        detail: expect.stringContaining(reason) as string,
        request_id: headers.get('x-request-id'),
      },
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await lost.call('/api/health')).body).toMatchObject({ status: 'healthy' });
  });

  it('tells of a failure that nobody has foreseen with 500, and not of its cause', async () => {
    const fault = new TypeError('secret internals');
    const find = jest.spyOn(api.app.get(UsersService), 'findById').mockRejectedValue(fault);
    const { status, headers, body } = await api.call('/api/v1/users/me', { as: user });
    find.mockRestore();
    expect({ status, body }).toEqual({
      status: 500,
      body: { detail: expect.stringMatching(/^Internal error\./) as string, request_id: headers.get('x-request-id') },
    });
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  describe('lets pages of CORS_ORIGINS call it', () => {
    const preflight = (origin: string, method: string) =>
      api.call('/api/v1/users/me', {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization,content-type,x-request-id',
        },
      });

    it.each(ORIGINS)('such as %s', async (origin) => {
      for (const method of ['GET', 'HEAD', 'POST', 'PATCH']) {
        const { status, headers } = await preflight(origin, method);
        expect([method, status]).toEqual([method, 200]);
        expect(headers.get('access-control-allow-origin')).toBe(origin);
        expect(headers.get('access-control-allow-credentials')).toBe('true');
        expect(headers.get('access-control-allow-methods')).toContain(method);
        expect(headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization');
      }
      const { headers } = await api.call('/api/v1/users/me', { as: user, headers: { origin } });
      expect(headers.get('access-control-allow-origin')).toBe(origin);
    });

    it.each(['https://evil.example', `${ORIGINS[0]}.evil.example`, 'https://music.example:8443', 'null'])(
      'and not %s',
      async (origin) => {
        for (const { headers } of [
          await preflight(origin, 'PATCH'),
          await api.call('/api/v1/users/me', { as: user, headers: { origin } }),
        ])
          expect(headers.get('access-control-allow-origin')).toBeNull();
      },
    );
  });
});
