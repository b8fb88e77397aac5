import { JwtService } from '@nestjs/jwt';
import { createTestApp, type TestApp } from '../../support/test-app';

const PRODUCTION = {
  APP_ENV: 'production',
  BASE_URL: 'https://music.example',
  PLATFORM_CLIENT_ID: 'client',
  PLATFORM_CLIENT_SECRET: 'secret',
};
const MONTH_SECONDS = 2_592_000;

/** Session, JWT claims and cookie flags, of the ways into a session that need no consent of the platform. */
describe('a session that begins by', () => {
  let development: TestApp;
  let production: TestApp;
  let userId: string;

  beforeAll(async () => {
    development = await createTestApp({ env: { APP_ENV: 'development', APP_ROLE: 'api' } });
    production = await createTestApp({ beside: development, env: { ...PRODUCTION, APP_ROLE: 'api' } });
    ({ userId } = await development.signIn('only'));
  });
  afterAll(async () => {
    await production.close();
    await development.close();
  });

  it.each<[string, string, () => TestApp, string]>([
    ['auto-login', '/api/v1/auth/status', () => development, ''],
    ['auto-login in production', '/api/v1/auth/status', () => production, ' Secure;'],
    ['dev login', '/api/v1/auth/dev-login', () => development, ''],
  ])('%s has the cookie and the claims of the contract', async (_, path, app, secure) => {
    const begun = Math.floor(Date.now() / 1000);
    const { status, headers, body } = await app().call(path);
    const [, token = ''] = /^playledger_session=([\w-]+\.[\w-]+\.[\w-]+);/.exec(headers.getSetCookie().join()) ?? [];
    expect([status, headers.getSetCookie()]).toEqual([
      200,
      [`playledger_session=${token}; Max-Age=${MONTH_SECONDS}; Path=/; HttpOnly;${secure} SameSite=Lax`],
    ]);
    if ('token' in body) expect(body.token).toBe(token);
    const { header, payload } = new JwtService().decode<{ header: object; payload: Record<string, number> }>(token, {
      complete: true,
    });
    expect(header).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(payload).toEqual({
      sub: userId,
      platform_id: 'only',
      jti: expect.any(String) as string,
      iat: expect.any(Number) as number,
      exp: Number(payload.iat) + MONTH_SECONDS,
    });
    expect(payload.iat).toBeGreaterThanOrEqual(begun);
    expect(headers.get('cache-control')).toBe('no-store');
    const again = await app().call('/api/v1/users/me', { headers: { cookie: `playledger_session=${token}` } });
    expect(again.body.id).toBe(userId);
  });

  it('auto-login is good for every other call, and the caller’s own', async () => {
    const visits = await Promise.all([1, 2].map(() => development.call('/api/v1/auth/status')));
    const cookies = visits.map(({ headers }) => headers.getSetCookie().join().split(';')[0] ?? '');
    expect(new Set(cookies).size).toBe(2);
    await development.call('/api/v1/auth/logout', { method: 'POST', headers: { cookie: cookies[0] ?? '' } });
    const statuses = await Promise.all(
      cookies.map(async (cookie) => (await development.call('/api/v1/users/me', { headers: { cookie } })).status),
    );
    expect(statuses).toEqual([401, 200]);
  });
});
