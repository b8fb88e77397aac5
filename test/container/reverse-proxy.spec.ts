import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SANDBOX_APP } from '../../src/platform/platform-app';
import { startSandboxPlatform, type SandboxPlatform } from '../support/sandbox-platform';
import { createTestApp, type TestApp } from '../support/test-app';

/** Where the proxy is known, over HTTPS, which it takes off. */
const PUBLIC = 'https://plays.example';
const LOGIN = '/api/v1/auth/login';

/** As docs/install.md sets up nginx: passes on the name it was called by, and adds to the list of callers. */
function startProxy(target: string, { passesHost }: { passesHost: boolean }): Server {
  return createServer((incoming, outgoing) => {
    const { remoteAddress = '' } = incoming.socket;
    const { host, 'x-forwarded-for': callers, ...headers } = incoming.headers;
    const forwarded = {
      ...headers,
      host: passesHost ? host : new URL(target).host,
      'x-forwarded-for': [callers, remoteAddress].filter((caller) => caller !== undefined).join(', '),
      'x-forwarded-proto': 'https',
    };
    const onward = request(
      `${target}${incoming.url ?? ''}`,
      { method: incoming.method, headers: forwarded },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(onward);
  }).listen(0, '127.0.0.1');
}

/** A request by the public name, from one of this machine's loopback addresses. */
async function get(
  url: string,
  headers: Record<string, string> = {},
  localAddress = '127.0.0.1',
): Promise<IncomingMessage> {
  const sent = request(url, {
    localAddress,
    headers: { host: new URL(PUBLIC).host, accept: 'text/html', ...headers },
  }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer;
}

describe('behind a reverse proxy that takes HTTPS off', () => {
  const proxies: Server[] = [];
  let platform: SandboxPlatform;
  let api: TestApp;

  async function proxyOf(app: TestApp, passesHost = true): Promise<string> {
    const proxy = startProxy(app.url, { passesHost });
    proxies.push(proxy);
    await once(proxy, 'listening');
    return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  }

  beforeAll(async () => {
    platform = await startSandboxPlatform([`${PUBLIC}/api/v1/auth/callback`]);
    api = await createTestApp({
      env: {
        APP_ENV: 'production',
        APP_ROLE: 'api',
        BASE_URL: PUBLIC,
        TRUST_PROXY_HOPS: '1',
        RATE_LIMIT_MAX: '12',
        PLATFORM_CLIENT_ID: SANDBOX_APP.clientId,
        PLATFORM_CLIENT_SECRET: SANDBOX_APP.clientSecret,
        PLATFORM_API_URL: platform.url,
        PLATFORM_ACCOUNTS_URL: platform.url,
      },
    });
  });
  afterAll(async () => {
    for (const proxy of proxies) proxy.close();
    await api.close();
    await platform.close();
  });

  it('logs in at the public address, with cookies for HTTPS alone', async () => {
    const proxy = await proxyOf(api);
    const begun = await get(`${proxy}${LOGIN}`);
    expect(begun.headers.location).toContain(`redirect_uri=${encodeURIComponent(`${PUBLIC}/api/v1/auth/callback`)}`);
    const [state = ''] = begun.headers['set-cookie'] ?? [];
    expect(state).toMatch(/; Secure/);

    const callback = new URL(await platform.consent(begun.headers.location ?? ''));
    expect(callback.origin).toBe(PUBLIC);
    const done = await get(`${proxy}${callback.pathname}${callback.search}`, { cookie: state.split(';')[0] ?? '' });
    expect(done.headers.location).toBe(`${PUBLIC}/auth/callback?status=success`);
    const session = done.headers['set-cookie']?.find((cookie) => cookie.startsWith('playledger_session=')) ?? '';
    expect(session).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
    expect((await get(`${proxy}/api/v1/users/me`, { cookie: session.split(';')[0] ?? '' })).statusCode).toBe(200);
  });

  it('goes round in no circle when the proxy hides the public name', async () => {
    const proxy = await proxyOf(api, false);
    const first = await get(`${proxy}${LOGIN}`);
    expect(first.headers.location).toBe(`${PUBLIC}${LOGIN}?host=checked`);
    const second = await get(`${proxy}${LOGIN}?host=checked`);
    expect(second.headers.location).toContain(`${platform.url}/authorize?`);
  });

  it('counts each caller by the address that the proxy saw, whatever the caller says of itself', async () => {
    const proxy = await proxyOf(api);
    const left = async (from: string, said?: string): Promise<number> => {
      const headers: Record<string, string> = said === undefined ? {} : { 'x-forwarded-for': said };
      return Number((await get(`${proxy}/api/v1/auth/status`, headers, from)).headers['ratelimit-remaining']);
    };
    expect([await left('127.0.0.2'), await left('127.0.0.3')]).toEqual([11, 11]);
    expect([await left('127.0.0.2', '192.0.2.1'), await left('127.0.0.2', '192.0.2.2')]).toEqual([10, 9]);
  });

  it('without TRUST_PROXY_HOPS counts all of its callers as one', async () => {
    const direct = await createTestApp({ env: { APP_ROLE: 'api', BASE_URL: PUBLIC, RATE_LIMIT_MAX: '12' } });
    const proxy = await proxyOf(direct);
    const left = async (from: string): Promise<unknown> =>
      (await get(`${proxy}/api/v1/auth/status`, {}, from)).headers['ratelimit-remaining'];
    expect([await left('127.0.0.2'), await left('127.0.0.3')]).toEqual(['11', '10']);
    await direct.close();
  });
});
