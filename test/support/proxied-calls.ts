import type { Redis } from 'ioredis';
import { REQUEST_REDIS } from '../../src/queue/redis';
import { logInWith, type SandboxPlatform, startSandboxPlatform } from './sandbox-platform';
import { TcpProxy } from './tcp-proxy';
import { type Answer, createTestApp, type TestApp } from './test-app';

/** A call of the API that is passed on to the platform. */
export interface ProxiedCall {
  method?: 'GET' | 'POST';
  path: string;
}

/** The service, the sandbox platform behind a line that can be cut, and Otto, who has linked his account. */
export interface ProxiedScene {
  platform: SandboxPlatform;
  line: TcpProxy;
  api: TestApp;
  /** Session of Otto, who has a premium account and three devices. */
  otto: Headers;
  call<Body = Record<string, unknown>>(call: ProxiedCall, headers?: Headers, json?: unknown): Promise<Answer<Body>>;
  get<Body>(path: string): Promise<Body>;
  /** Logs a listener in. @param scopes granted, all that are asked for unless given */
  logIn(listener: string, scopes?: string): Promise<Headers>;
}

type Headers = Record<string, string>;

/** A scene for the tests of a file, with fair weather before each of them. */
export function useProxiedScene(): ProxiedScene {
  const scene = {} as ProxiedScene;
  beforeAll(async () => {
    scene.platform = await startSandboxPlatform();
    scene.line = await TcpProxy.to({ host: '127.0.0.1', port: Number(new URL(scene.platform.url).port) });
    scene.api = await createTestApp({
      env: { SANDBOX_PORT: String(scene.line.port), APP_ROLE: 'api', AUTO_LOGIN: 'false' },
    });
    scene.otto = await scene.logIn('otto');
  });
  afterEach(async () => {
    await scene.platform.clearWeather();
    const redis = scene.api.app.get<Redis>(REQUEST_REDIS);
    const keys = await redis.keys('platform:*');
    if (keys.length > 0) await redis.del(...keys);
  });
  afterAll(async () => {
    await scene.api.close();
    await scene.line.close();
    await scene.platform.close();
  });
  scene.call = async <Body>({ method = 'GET', path }: ProxiedCall, headers = scene.otto, json?: unknown) =>
    (await scene.api.call(path, { method, headers, json })) as Answer<Body>;
  scene.get = async <Body>(path: string) => {
    const { status, body } = await scene.call<Body>({ path });
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  scene.logIn = async (listener, scopes) => ({
    authorization: `Bearer ${await logInWith(scene.platform, scene.api, listener, scopes)}`,
  });
  return scene;
}

/** What holds for every call that is passed on: who may make it, and how the platform's failures are told. */
export function describeProxying(scene: ProxiedScene, calls: readonly ProxiedCall[]): void {
  const all = (headers?: Headers): Promise<Answer[]> => Promise.all(calls.map((call) => scene.call(call, headers)));
  const expectAll = (answers: Answer[], status: number, detail: RegExp): void => {
    expect(answers.map(({ status: each, body }) => [each, body.detail])).toEqual(
      calls.map(() => [status, expect.stringMatching(detail) as string]),
    );
  };

  describe('all calls', () => {
    it('need a session', async () => {
      expectAll(await all({}), 401, /^Not authenticated$/);
    });

    it('need a linked platform account', async () => {
      expectAll(await all((await scene.api.signIn()).headers), 401, /not linked\. Log in again/);
    });

    it('are 401 once the user has taken the access back', async () => {
      const nell = await scene.logIn('nell');
      await scene.platform.setWeather({ revoke: ['nell'] });
      expectAll(await all(nell), 401, /not linked any more\. Log in again/);
    });

    it('are 401 while the platform refuses the tokens that it gives out', async () => {
      await scene.platform.setWeather({ errors: [{ path: '/v1/*', status: 401 }] });
      expectAll(await all(), 401, /Log in again/);
    });

    it('renew an access token that has run out', async () => {
      await scene.platform.setWeather({ expire: ['otto'] });
      for (const { status } of await all()) expect(status).toBe(200);
    });

    it('are 503 with Retry-After while the platform takes no calls', async () => {
      await scene.platform.setWeather({ rate_limit: { retry_after_seconds: 86_400 } });
      const answers = await all();
      expectAll(answers, 503, /takes no more calls for now\. Try again in 24 hours/);
      for (const { headers } of answers) {
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(86_390);
        expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
      }
    });

    it('wait for a second when that is all that the platform asks for', async () => {
      await scene.platform.setWeather({ rate_limit: { retry_after_seconds: 1, times: 1 } });
      for (const { status } of await all()) expect(status).toBe(200);
    });

    it.each([500, 503, 418])('are 502 when the platform answers %d', async (status) => {
      await scene.platform.setWeather({ errors: [{ path: '/v1/*', status }] });
      expectAll(await all(), 502, new RegExp(`^The platform answered with status ${status}\\.`));
    });

    it('are 502 with its reason when the platform does not accept them', async () => {
      await scene.platform.setWeather({ errors: [{ path: '/v1/*', status: 400, reason: 'Invalid something' }] });
      expectAll(await all(), 502, /does not accept this request: Invalid something/);
    });

    it('are 502 when the platform cannot be reached', async () => {
      scene.line.cut();
      expectAll(await all(), 502, /^The platform (could not be reached|broke the connection off)\./);
      scene.line.restore();
    });

    it('are 502 when the platform does not answer in time', async () => {
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      const clock = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 50));
      scene.line.silence();
      expectAll(await all(), 502, /no answer within \d+(\.\d+)? s/);
      clock.mockRestore();
      scene.line.restore();
    });

    it.each(['PREMIUM_REQUIRED', 'Insufficient client scope', 'User not registered in the Developer Dashboard'])(
      'are 403 with its reason when the platform refuses: %s',
      async (reason) => {
        await scene.platform.setWeather({ errors: [{ path: '/v1/*', status: 403, reason }] });
        expectAll(await all(), 403, new RegExp(`refuses this: ${reason}`));
      },
    );

    it('are described in the API’s own document', async () => {
      const { body } = await scene.call<OpenApiDocument>({ path: '/api/openapi.json' });
      for (const { method = 'GET', path } of calls) {
        const { responses } = body.paths[path]?.[method === 'GET' ? 'get' : 'post'] ?? { responses: {} };
        expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '401', '403', '502', '503']));
        expect(responses[200]?.content?.['application/json']?.schema).toBeDefined();
      }
    });
  });
}

/** As far as tests look at it. */
interface OpenApiDocument {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema?: object }> }> }>
  >;
}
