import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { ApiLogRetention } from '../../src/api-logs/api-log-retention.service';
import { ApiLogWriter, type LoggedCall, MOST_WAITING } from '../../src/api-logs/api-log-writer.service';
import type { ApiLogsResponse } from '../../src/api-logs/api-logs.dto';
import { SANDBOX_APP } from '../../src/platform/platform-app';
import { PlatformHttp } from '../../src/platform/platform-http';
import { PlatformTokensService } from '../../src/platform/platform-tokens.service';
import { logInWith, type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';

const POLL_MS = 20;

function call(changes: Partial<LoggedCall> = {}): LoggedCall {
  return {
    user_id: '',
    service: 'platform',
    method: 'GET',
    endpoint: '/v1/me',
    status_code: 200,
    latency_ms: 10,
    error: '',
    request_id: 'r',
    timestamp: new Date(),
    ...changes,
  };
}

describe('the log of outbound calls', () => {
  let api: TestApp;
  let user: SignedIn;
  let writer: ApiLogWriter;

  beforeAll(async () => {
    api = await createTestApp();
    writer = api.app.get(ApiLogWriter);
  });
  beforeEach(async () => {
    user = await api.signIn();
  });
  afterAll(() => api.close());

  const countOf = (userId: string) => api.db.collection('api_logs').countDocuments({ user_id: userId });
  const list = async (query = '', as = user) => {
    const { body, status } = await api.call(`/api/v1/api-logs${query}`, { as });
    return Object.assign({ status }, body as unknown as ApiLogsResponse);
  };

  /** Logs calls of the user, and waits until they are stored. */
  async function log(...calls: Partial<LoggedCall>[]): Promise<void> {
    for (const changes of calls) writer.write(call({ user_id: user.userId, ...changes }));
    await stored(calls.length);
  }

  async function stored(count: number, userId = user.userId): Promise<void> {
    while ((await countOf(userId)) < count) await sleep(POLL_MS);
  }

  describe('GET /api-logs', () => {
    it('needs a session', async () => {
      expect((await api.call('/api/v1/api-logs')).status).toBe(401);
      expect((await api.call('/api/v1/api-logs/stats')).status).toBe(401);
    });

    it('is empty at first', async () => {
      expect(await list()).toEqual({ status: 200, items: [], total: 0, page: 1, limit: 50, pages: 0 });
    });

    it('shows the fields of a call', async () => {
      const id = '3n3Ppam7vgaVa1iaRUc9Lp';
      await log({ endpoint: `/v1/tracks/${id}`, status_code: 503, latency_ms: 12.34, error: 'in trouble' });
      expect((await list()).items).toEqual([
        {
          id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
          service: 'platform',
          method: 'GET',
          endpoint: `/v1/tracks/${id}`,
          route: '/v1/tracks/{id}',
          status_code: 503,
          latency_ms: 12.34,
          error: 'in trouble',
          request_id: 'r',
          timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        },
      ]);
    });

    it('shows the newest first, page by page', async () => {
      const at = (second: number) => ({ timestamp: new Date(Date.UTC(2024, 0, 1, 0, 0, second)), latency_ms: second });
      await log(...[3, 1, 4, 2, 5].map(at));
      const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`?limit=2&page=${page}`)));
      expect(pages.map(({ items }) => items.map(({ latency_ms }) => latency_ms))).toEqual([[5, 4], [3, 2], [1], []]);
      expect(pages[1]).toMatchObject({ total: 5, page: 2, limit: 2, pages: 3 });
    });

    it('shows nobody the calls of others, nor those made for nobody', async () => {
      await log({});
      writer.write(call());
      await stored(1, '');
      const other = await api.signIn();
      expect((await list('', other)).total).toBe(0);
      expect((await api.call('/api/v1/api-logs/stats', { as: other })).body.total_calls).toBe(0);
      expect((await list()).total).toBe(1);
    });

    it.each([
      ['?service=internal', ['/releases']],
      ['?service=nobody', []],
      ['?status_min=400', ['/v1/a.b', '/v1/a(b']],
      ['', ['/never', '/releases', '/v1/a(b', '/v1/a.b', '/v1/axb']],
      ['?status_max=200', ['/v1/axb']],
      ['?status_max=0', []],
      ['?status_min=0', ['/releases', '/v1/a(b', '/v1/a.b', '/v1/axb']],
      ['?status_min=-5&status_max=9999', ['/releases', '/v1/a(b', '/v1/a.b', '/v1/axb']],
      ['?status_min=400&status_max=499', ['/v1/a.b']],
      ['?method=PUT', ['/v1/a(b']],
      ['?method=put', ['/v1/a(b']],
      ['?endpoint_contains=a.b', ['/v1/a.b']],
      ['?endpoint_contains=a(b', ['/v1/a(b']],
      ['?endpoint_contains=.*', []],
      ['?endpoint_contains=%5E%2Fv1', []],
      ['?endpoint_contains=v1/a', ['/v1/axb', '/v1/a.b', '/v1/a(b']],
      ['?service=platform&endpoint_contains=v1&method=GET&status_max=399', ['/v1/axb']],
    ])('filters by %s', async (query, endpoints) => {
      await log(
        { endpoint: '/v1/axb' },
        { endpoint: '/v1/a.b', status_code: 404 },
        { endpoint: '/v1/a(b', status_code: 502, method: 'PUT' },
        { endpoint: '/releases', service: 'internal', status_code: 304 },
        { endpoint: '/never', status_code: 0 },
      );
      const { items, total } = await list(query);
      expect({ endpoints: items.map(({ endpoint }) => endpoint).sort(), total }).toEqual({
        endpoints: [...endpoints].sort(),
        total: endpoints.length,
      });
    });

    it.each([
      ['?limit=201', 'limit', 'less_than_equal'],
      ['?limit=0', 'limit', 'greater_than_equal'],
      ['?page=0', 'page', 'greater_than_equal'],
      ['?status_min=high', 'status_min', 'int_parsing'],
      ['?status_max=', 'status_max', 'int_parsing'],
    ])('is a 422 for %s', async (query, field, type) => {
      const { status, body } = await api.call(`/api/v1/api-logs${query}`, { as: user });
      expect({ status, detail: body.detail }).toMatchObject({ status: 422, detail: [{ loc: ['query', field], type }] });
    });
  });

  it('GET /api-logs/stats sums all calls up', async () => {
    const id = '3n3Ppam7vgaVa1iaRUc9Lp';
    await log(
      { endpoint: `/v1/tracks/${id}`, latency_ms: 10 },
      { endpoint: `/v1/tracks/${id.toLowerCase()}`, latency_ms: 20 },
      { status_code: 429, latency_ms: 30 },
      { status_code: 0, latency_ms: 40 },
    );
    const { status, body } = await api.call('/api/v1/api-logs/stats', { as: user });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        total_calls: 4,
        error_count: 2,
        rate_limit_count: 1,
        success_rate: 50,
        avg_latency_ms: 25,
        status_distribution: { '1xx': 0, '2xx': 2, '3xx': 0, '4xx': 1, '5xx': 0, no_answer: 1 },
        top_endpoints: [
          { endpoint: 'GET /v1/me', count: 2 },
          { endpoint: 'GET /v1/tracks/{id}', count: 2 },
        ],
      },
    });
  });

  describe('the writer', () => {
    it('loses none of 1,000 calls a second', async () => {
      for (let tick = 0; tick < 60; tick += 1) {
        for (let index = 0; index < 50; index += 1) writer.write(call({ user_id: user.userId }));
        await sleep(50);
      }
      await stored(3_000);
      expect(await countOf(user.userId)).toBe(3_000);
    });

    it('takes calls up to its bound at once, drops the rest and says so', async () => {
      const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
      for (let index = 0; index < MOST_WAITING + 7; index += 1) writer.write(call({ user_id: user.userId }));
      await stored(MOST_WAITING);
      await log();
      expect(await countOf(user.userId)).toBe(MOST_WAITING);
      expect(warn.mock.calls.flat().join('\n')).toMatch(/not logged any more(.|\n)*7 calls were not logged/);
      warn.mockRestore();
    });

    it('keeps calls while the database is away, stores each once, and stores what waits when the service stops', async () => {
      const replica = await createTestApp({ beside: api });
      const others = replica.app.get(ApiLogWriter);
      await replica.db.close();
      for (let index = 0; index < 600; index += 1) others.write(call({ user_id: user.userId }));
      await sleep(400);
      expect(await countOf(user.userId)).toBe(0);
      await replica.db.openUri(replica.settings.mongodbUri ?? '');
      await stored(600);
      expect(await countOf(user.userId)).toBe(600);
      for (let index = 0; index < 700; index += 1) others.write(call({ user_id: user.userId }));
      await replica.close();
      expect(await countOf(user.userId)).toBe(1_300);
    });
  });

  it('forgets calls after API_LOG_RETENTION_DAYS', async () => {
    const day = (days: number) => ({ timestamp: new Date(Date.UTC(2024, 0, 1 + days)), latency_ms: days });
    await log(day(0), day(1), day(2));
    await api.app.get(ApiLogRetention).sweep(new Date(Date.UTC(2024, 0, 32)));
    expect((await list()).items.map(({ latency_ms }) => latency_ms)).toEqual([2, 1]);
  });
});

describe('calls to the platform', () => {
  let platform: SandboxPlatform;
  let api: TestApp;

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: { ...platform.env, APP_ROLE: 'api' } });
  });
  afterEach(() => platform.clearWeather());
  afterAll(async () => {
    await api.close();
    await platform.close();
  });

  async function rows(count: number): Promise<Record<string, unknown>[]> {
    const logs = api.db.collection('api_logs');
    while ((await logs.countDocuments()) < count) await sleep(POLL_MS);
    return logs.find().sort({ _id: 1 }).toArray();
  }

  it('are logged with the request that they were made for, and with no secret', async () => {
    const token = await logInWith(platform, api, 'mira');
    const link = await api.db.collection('platform_tokens').findOne({});
    const userId = String(link?.user_id);
    const access = await api.app.get(PlatformTokensService).accessTokenFor(userId);
    await api.call('/api/v1/auth/refresh', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'x-request-id': 'the-refresh' },
    });
    await platform.setWeather({ revoke: ['mira'] });
    await api.call('/api/v1/auth/refresh', { method: 'POST', headers: { authorization: `Bearer ${token}` } });

    const logged = await rows(4);
    expect(logged).toMatchObject([
      { user_id: '', service: 'platform', method: 'POST', endpoint: '/api/token', status_code: 200, error: '' },
      { user_id: '', service: 'platform', method: 'GET', endpoint: '/v1/me', status_code: 200, error: '' },
      { user_id: userId, method: 'POST', endpoint: '/api/token', status_code: 200, request_id: 'the-refresh' },
      { user_id: userId, method: 'POST', endpoint: '/api/token', status_code: 400, error: 'invalid_grant' },
    ]);
    for (const { latency_ms } of logged) expect(latency_ms).toBeGreaterThan(0);
    const text = JSON.stringify(logged);
    for (const secret of [access, SANDBOX_APP.clientSecret, 'Bearer', 'Basic', 'code='])
      expect(text).not.toContain(secret);
  });

  it('are logged one by one, none lost, as fast as they can be made and with every kind of answer', async () => {
    const server = createServer((request, response) => {
      const number = Number(request.url?.split('/').at(-1));
      if (number % 100 === 0) request.socket.destroy();
      else response.writeHead([200, 204, 404, 429, 503][number % 5] ?? 200).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const http = api.app.get(PlatformHttp);
    await api.db.collection('api_logs').deleteMany({});
    const CALLS = 3_000;
    for (let from = 0; from < CALLS; from += 100) {
      const calls = Array.from({ length: 100 }, (_, index) =>
        http.send({ method: 'GET', url: `${url}/v1/calls/${from + index}`, headers: {} }).catch(() => null),
      );
      await Promise.all(calls);
    }
    const logged = await rows(CALLS);
    const numbers = logged.map(({ endpoint }) => Number(String(endpoint).split('/').at(-1)));
    expect(numbers.sort((left, right) => left - right)).toEqual(Array.from({ length: CALLS }, (_, index) => index));
    expect(logged.filter(({ status_code }) => status_code === 0)).toHaveLength(CALLS / 100);
    expect(logged.filter(({ status_code }) => status_code === 429)).toHaveLength(CALLS / 5);
    server.closeAllConnections();
    server.close();
  }, 60_000);

  it('are logged with status 0 when there is no answer', async () => {
    await api.db.collection('api_logs').deleteMany({});
    const lonely = await createTestApp({ beside: api, env: { SANDBOX_PORT: '1', APP_ROLE: 'api' } });
    const { body } = await lonely.call('/api/v1/auth/login');
    await lonely.call(`/api/v1/auth/callback?code=abc&state=${String(body.state)}`);
    expect(await rows(1)).toMatchObject([
      { endpoint: '/api/token', status_code: 0, error: 'the platform could not be reached' },
    ]);
    await lonely.close();
  });
});
