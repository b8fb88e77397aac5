import { rawGet } from '../support/raw-http';
import { type Answer, createTestApp, type SignedIn, type TestApp } from '../support/test-app';

const AWAY = { MONGODB_URI: 'mongodb://127.0.0.1:1/none', REDIS_URL: 'redis://127.0.0.1:1/0' };

let api: TestApp;
let user: SignedIn;

beforeAll(async () => {
  api = await createTestApp({ env: { APP_ROLE: 'api' } });
  user = await api.signIn();
});
afterAll(() => api.close());

describe('an answer', () => {
  it.each([
    '/api/v1/history/import/x%0d%0aX-Injected:%201/records',
    '/api/v1/auth/login?host=%0d%0aX-Injected:%201',
    '/api/v1/auth/callback?error=%0d%0aX-Injected:%201',
    '/assets/x%0d%0aX-Injected:%201',
    '/%0d%0aX-Injected:%201',
  ])('has no headers but the service’s own: %s', async (path) => {
    const { head } = await rawGet(api.url, path, {
      Host: '127.0.0.1',
      Authorization: `Bearer ${user.token}`,
      Accept: 'text/html',
    });
    expect(head).not.toMatch(/^x-injected/im);
  });

  it.each<[number, string, Parameters<TestApp['call']>[1]?]>([
    [400, '/api/v1/auth/callback?error=<script>'],
    [400, '/%zz'],
    [401, '/api/v1/history'],
    [403, '/api/v1/auth/logout', { method: 'POST', headers: { origin: 'https://evil.example' } }],
    [404, '/api/v1/sync-jobs/stats/../../../../etc/passwd'],
    [404, '/assets/../../../package.json'],
    [404, '/node_modules/fastify/package.json'],
    [404, '/.env'],
    [413, '/api/v1/auth/logout', { method: 'POST', json: 'x'.repeat(2_000_000) }],
    [422, '/api/v1/auth/logout', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"' }],
  ])('of %d at %s tells nothing of the inside', async (status, path, options = {}) => {
    const answer = await api.call(path, options);
    expect(answer.status).toBe(status);
    expectNothingOfTheInside(answer);
  });

  it.each(['MONGODB_URI', 'REDIS_URL'] as const)('of 503 without %s tells nothing of the inside', async (away) => {
    const lost = await createTestApp({
      beside: api,
      env: { [away]: AWAY[away], APP_ROLE: 'api' },
      awaitDatabase: away !== 'MONGODB_URI',
    });
    const answers = await Promise.all(
      ['/api/v1/history', '/api/v1/auth/status', '/api/health/ready'].map((path) => lost.call(path, { as: user })),
    );
    await lost.close();
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    answers.forEach(expectNothingOfTheInside);
  });
});

function expectNothingOfTheInside({ body }: Answer): void {
  expect(Object.keys(body)).toEqual(expect.arrayContaining(['detail', 'request_id']));
  expect(JSON.stringify(body)).not.toMatch(
    /\.[jt]s\b|:\d+:\d+|node_modules|node:|\/(work|root|home|usr|tmp|src|dist)\/|mongo|E11000|ioredis|ECONN|127\.0\.0\.1:1|stack|Error:/i,
  );
}

describe('the page', () => {
  const PAGES = ['/', '/auth/callback', '/api/docs'];
  const directivesOf = async (path: string): Promise<Map<string, string[]>> => {
    const policy = (await fetch(`${api.url}${path}`)).headers.get('content-security-policy') ?? '';
    return new Map(
      policy.split(';').map((directive) => {
        const [name = '', ...sources] = directive.trim().split(/\s+/);
        return [name, sources];
      }),
    );
  };

  it.each(['/', '/auth/callback', '/auth/callback/', '/api/v1/auth/login', '/api/v1/auth/callback'])(
    'at %s stays in touch with whoever opened it in a window for a login',
    async (path) => {
      const { headers } = await fetch(`${api.url}${path}`, { redirect: 'manual' });
      expect(headers.get('cross-origin-opener-policy')).toBeNull();
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  it.each(['/api/docs', '/api/v1/auth/status', '/assets/page.css', '/nothing'])(
    'at %s is cut off from whoever opened it',
    async (path) => {
      const { headers } = await fetch(`${api.url}${path}`);
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    },
  );

  it.each(PAGES)('at %s may run scripts of its own files alone, and be framed by nobody else', async (path) => {
    const directives = await directivesOf(path);
    for (const [name, sources] of Object.entries({
      'default-src': ["'self'"],
      'script-src': ["'self'"],
      'script-src-attr': ["'none'"],
      'object-src': ["'none'"],
      'base-uri': ["'self'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'self'"],
    }))
      expect([name, directives.get(name)]).toEqual([name, sources]);
  });

  it.each(PAGES)('at %s has no script but those files, so that the policy stands in nothing’s way', async (path) => {
    const html = await (await fetch(`${api.url}${path}`)).text();
    expect(html).toContain('<script');
    for (const [tag] of html.matchAll(/<script\b[^>]*>/g)) expect(tag).toMatch(/ src=['"][./]/);
    expect(html).not.toMatch(/<script[^>]*>\s*[^<\s]/);
    expect(html).not.toMatch(/ on\w+=|javascript:/i);
  });
});
