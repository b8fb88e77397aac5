import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SANDBOX_APP } from '../../src/platform/platform-app';
import { AuthorizationCodes } from '../../src/sandbox/accounts/authorization-codes';
import { Tokens } from '../../src/sandbox/accounts/tokens';
import { getJson, jobUntil } from '../support/api-calls';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { ServiceProcess } from '../support/service-process';

describe('the log of a service that tells everything', () => {
  let folder: string;
  let platform: SandboxPlatform;
  let service: ServiceProcess;
  /** What the platform and the service have handed out. */
  const secrets = new Set<string>([
    SANDBOX_APP.clientSecret,
    Buffer.from(`${SANDBOX_APP.clientId}:${SANDBOX_APP.clientSecret}`).toString('base64'),
  ]);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'playledger-secrets-'));
    platform = await startSandboxPlatform();
    service = await ServiceProcess.start(join(folder, 'data'), {
      env: {
        LOG_LEVEL: 'trace',
        PLATFORM_CLIENT_ID: SANDBOX_APP.clientId,
        PLATFORM_CLIENT_SECRET: SANDBOX_APP.clientSecret,
        PLATFORM_API_URL: platform.url,
        PLATFORM_ACCOUNTS_URL: platform.url,
        AUTO_LOGIN: 'false',
      },
    });
  }, 60_000);
  afterAll(async () => {
    await service.kill('SIGTERM');
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** One way through a login, and the answer to its callback. */
  async function logIn(): Promise<Response> {
    const { url } = (await (await fetch(`${service.url}/api/v1/auth/login`)).json()) as { url: string };
    secrets.add(new URL(url).searchParams.get('state') ?? '');
    return fetch(await platform.consent(url, 'mira'), { redirect: 'manual' });
  }

  it('has no token, code, state or secret, nor have the rows of calls', async () => {
    const issued = [jest.spyOn(Tokens.prototype, 'issue'), jest.spyOn(AuthorizationCodes.prototype, 'issue')];
    await platform.setWeather({ errors: [{ path: '/api/token', status: 503, times: 1 }] });
    expect((await logIn()).status).toBe(502);
    const [, session = ''] = /playledger_session=([^;]+)/.exec((await logIn()).headers.getSetCookie().join()) ?? [];
    expect(session).toMatch(/\..*\./);
    secrets.add(session);
    const headers = { authorization: `Bearer ${session}` };
    const post = (path: string) => fetch(`${service.url}/api/v1/${path}`, { method: 'POST', headers });
    const [initial] = (await getJson<{ items: { id: string }[] }>(service.url, headers, '/api/v1/sync-jobs')).items;
    await jobUntil(service.url, headers, initial?.id ?? '', ({ steps }) => steps[0]?.status === 'completed');

    await platform.setWeather({ rotate_refresh_tokens: true, expire: ['mira'] });
    expect((await post('auth/refresh')).status).toBe(200);
    for (const status of [400, 401, 403, 500]) {
      await platform.setWeather({ errors: [{ path: '/v1/me', status, times: 3 }] });
      expect((await logIn()).status).toBe(502);
    }
    await platform.setWeather({ errors: [], revoke: ['mira'] });
    expect((await post('auth/refresh')).status).toBe(401);
    await fetch(`${service.url}/api/v1/auth/callback?code=of-nobody-knows-whom&state=of-nobody-knows-whom`);
    secrets.add('of-nobody-knows-whom');
    expect((await post('auth/logout')).status).toBe(200);
    for (const spy of issued) for (const { value } of spy.mock.results) secrets.add(String(value));
    await service.kill('SIGTERM');

    const printed = service.printed();
    expect(printed).toContain('/api/v1/auth/callback');
    await service.start();
    const rows = await service.withDatabase((db) => db.collection('api_logs').find().toArray());
    expect(rows.length).toBeGreaterThan(10);
    expect(secrets.size).toBeGreaterThan(12);
    const told = printed + JSON.stringify(rows);
    for (const secret of secrets)
      for (const form of [secret, encodeURIComponent(secret)]) expect(told.includes(form)).toBe(false);
    expect(told).not.toMatch(/Bearer [\w.-]{8}|Basic [\w+/=]{8}|refresh_token=|code=/);
  }, 120_000);
});
