import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SANDBOX_APP } from '../../src/platform/platform-app';
import { Tokens } from '../../src/sandbox/accounts/tokens';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { ServiceProcess } from '../support/service-process';

const NAME = 'Mira Morningside';
const EMAIL = 'mira@sandbox.invalid';

describe('the data folder of a service in use', () => {
  let folder: string;
  let platform: SandboxPlatform;
  let service: ServiceProcess;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'playledger-at-rest-'));
    mkdirSync(join(folder, 'data'));
    chmodSync(join(folder, 'data'), 0o755);
    platform = await startSandboxPlatform();
    service = await ServiceProcess.start(join(folder, 'data'), {
      env: {
        PLATFORM_CLIENT_ID: SANDBOX_APP.clientId,
        PLATFORM_CLIENT_SECRET: SANDBOX_APP.clientSecret,
        PLATFORM_API_URL: platform.url,
        PLATFORM_ACCOUNTS_URL: platform.url,
      },
    });
  }, 120_000);
  afterAll(async () => {
    await service.kill('SIGTERM');
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const files = (): string[] =>
    readdirSync(service.dataDir, { recursive: true })
      .map((path) => join(service.dataDir, String(path)))
      .filter((path) => statSync(path).isFile());

  it('holds no token, email address or session that can be read', async () => {
    const issued = jest.spyOn(Tokens.prototype, 'issue');
    const login = (await (await fetch(`${service.url}/api/v1/auth/login`)).json()) as { url: string };
    const callback = await fetch(await platform.consent(login.url, 'mira'), { redirect: 'manual' });
    const [, session = ''] = /playledger_session=([^;]+)/.exec(callback.headers.getSetCookie().join()) ?? [];
    const tokens = issued.mock.results.map(({ value }) => String(value));
    expect(tokens.length).toBeGreaterThan(1);
    const headers = { authorization: `Bearer ${session}` };
    expect((await fetch(`${service.url}/api/v1/auth/refresh`, { method: 'POST', headers })).status).toBe(200);
    const status = (await (await fetch(`${service.url}/api/v1/auth/status`, { headers })).json()) as object;
    expect(status).toMatchObject({ user: { email: EMAIL, display_name: NAME } });
    // So that what Redis keeps for a restart lies there too.
    await service.kill('SIGTERM');

    const kept = Buffer.concat(files().map((path) => readFileSync(path)));
    // Only with the embedded engine do the records lie here.
    if (process.env.MONGODB_URI === undefined) expect(kept.includes(NAME)).toBe(true);
    for (const secret of [...issued.mock.results.map(({ value }) => String(value)), EMAIL, session])
      expect([secret, kept.includes(secret), kept.includes(Buffer.from(secret).toString('base64'))]).toEqual([
        secret,
        false,
        false,
      ]);
  }, 60_000);

  it('shows nobody else what is in it, even where it was there before with an open door', () => {
    expect(statSync(service.dataDir).mode & 0o005).not.toBe(0);
    const entries = readdirSync(service.dataDir);
    const open = entries.filter((name) => (statSync(join(service.dataDir, name)).mode & 0o077) !== 0);
    expect(entries).toContain('secrets.json');
    expect(open).toEqual([]);
  });
});

describe('production without a platform app', () => {
  it('does not start, and says which setting is missing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'playledger-production-'));
    const start = ServiceProcess.start(folder, { env: { APP_ENV: 'production' } });
    await expect(start).rejects.toThrow(/PLATFORM_CLIENT_ID must be set when APP_ENV is production/);
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);
});
