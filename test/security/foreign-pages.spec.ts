import { ApiDocument, type Operation } from '../support/api-document/document';
import { rawGet } from '../support/raw-http';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';

const FRIEND = 'https://friend.example';
const EVIL = 'https://evil.example';

/** What a browser sends of where a request comes from; the page cannot change it. */
const FOREIGN: Record<string, Record<string, string>> = {
  'a page of another site': { origin: EVIL, 'sec-fetch-site': 'cross-site' },
  'a page at another port of this host': { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-site' },
  'a page that hides its origin': { origin: 'null', 'sec-fetch-site': 'cross-site' },
  'a page in a browser that tells the origin alone': { origin: EVIL },
};

/** What a page can send to another origin without asking it first. */
const FORMS: Record<string, { type: string; body: string }> = {
  'a form': { type: 'application/x-www-form-urlencoded', body: 'timezone=Asia/Tokyo' },
  'a form that looks like JSON': { type: 'text/plain', body: '{"timezone":"Asia/Tokyo","x":"="}' },
  'a form with a file': {
    type: 'multipart/form-data; boundary=x',
    body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n[]\r\n--x--\r\n',
  },
  'a script': { type: 'application/json', body: '{"timezone":"Asia/Tokyo"}' },
};

describe('a page of another website', () => {
  let api: TestApp;
  let user: SignedIn;
  let changes: Operation[];

  beforeAll(async () => {
    api = await createTestApp({ env: { APP_ROLE: 'api', CORS_ORIGINS: FRIEND } });
    changes = (await ApiDocument.of(api)).operations.filter(({ method }) => method !== 'GET');
    user = await api.signIn();
  });
  afterAll(() => api.close());

  const pathOf = ({ path }: Operation): string => path.replace(/\{\w+\}/g, '0'.repeat(24));
  const stored = async (): Promise<unknown> => {
    const names = (await api.db.listCollections()).map(({ name }) => name).sort();
    return Promise.all(names.map(async (name) => [name, await api.db.collection(name).find().toArray()]));
  };

  it('changes nothing with the session cookie, whatever it calls and sends', async () => {
    const cookie = `playledger_session=${user.token}`;
    const before = await stored();
    const answered = new Set<string>();
    for (const operation of changes)
      for (const [from, headers] of Object.entries(FOREIGN))
        for (const [what, { type, body }] of Object.entries(FORMS)) {
          const { status } = await api.call(pathOf(operation), {
            method: operation.method,
            headers: { cookie, 'content-type': type, ...headers },
            body,
          });
          if (status !== 403) answered.add(`${operation.name}: ${status} to ${what} of ${from}`);
        }
    expect([...answered]).toEqual([]);
    expect(await stored()).toEqual(before);
    expect((await api.call('/api/v1/users/me', { headers: { cookie } })).status).toBe(200);
    expect(changes.length).toBeGreaterThan(9);
  });

  it('is told what to do if it is the owner’s', async () => {
    const { status, headers, body } = await api.call('/api/v1/auth/logout', {
      method: 'POST',
      headers: { origin: EVIL, 'sec-fetch-site': 'cross-site' },
    });
    expect({ status, body }).toEqual({
      status: 403,
      body: {
        detail: expect.stringMatching(
          /^A page of another website \(https:\/\/evil\.example\).* CORS_ORIGINS/,
        ) as string,
        request_id: headers.get('x-request-id'),
      },
    });
  });

  it.each<[string, Record<string, string>]>([
    ['the service itself', { 'sec-fetch-site': 'same-origin' }],
    ['an origin of CORS_ORIGINS', { 'sec-fetch-site': 'cross-site', origin: FRIEND }],
    ['no page', {}],
  ])('is not what comes from %s', async (_, headers) => {
    for (const operation of changes) {
      const { token } = await api.signIn();
      const { status } = await api.call(pathOf(operation), {
        method: operation.method,
        headers: { cookie: `playledger_session=${token}`, ...headers },
      });
      expect([operation.name, status]).not.toEqual([operation.name, 403]);
    }
  });
});

describe('a page whose own name leads to the service (DNS rebinding)', () => {
  let api: TestApp;

  beforeAll(async () => {
    api = await createTestApp({ env: { APP_ROLE: 'api', BASE_URL: 'https://music.example', CORS_ORIGINS: FRIEND } });
    await api.signIn('only');
  });
  afterAll(() => api.close());

  const at = (host: string, path: string, headers: Record<string, string> = {}) =>
    rawGet(api.url, path, { Host: host, 'Sec-Fetch-Site': 'same-origin', ...headers });

  it.each([
    '/api/v1/auth/status',
    '/api/v1/auth/dev-login',
    '/api/health',
    '/metrics',
    '/api/openapi.json',
    '/',
    '/assets/page.css',
    '/nope',
  ])('learns nothing at %s', async (path) => {
    const { status, head, body } = await at('rebound.evil.example:8000', path);
    expect([status, JSON.parse(body)]).toEqual([
      403,
      {
        detail: expect.stringMatching(
          /^This service is not known as "rebound\.evil\.example:8000".* set BASE_URL/,
        ) as string,
        request_id: expect.any(String) as string,
      },
    ]);
    expect(head).not.toMatch(/set-cookie/i);
  });

  it('is not let in by what a proxy might say', async () => {
    const forwarded = { 'X-Forwarded-Host': 'music.example', Forwarded: 'host=music.example' };
    expect((await at('evil.example', '/api/v1/auth/status', forwarded)).status).toBe(403);
  });

  it.each([
    '127.0.0.1:8000',
    'localhost:8000',
    '192.168.0.7:8000',
    'nas:8000',
    'nas.local',
    'music.example',
    'friend.example',
  ])('is not who calls it %s', async (host) => {
    const { status, body } = await at(host, '/api/v1/auth/status');
    expect([status, JSON.parse(body)]).toMatchObject([200, { authenticated: true }]);
  });
});
