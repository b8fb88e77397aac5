import { ApiDocument, type Operation } from '../support/api-document/document';
import { fill } from '../support/contract/filled-user';
import { type Answer, createTestApp, type SignedIn, type TestApp } from '../support/test-app';

let api: TestApp;
let user: SignedIn;
let operations: Operation[];

beforeAll(async () => {
  api = await createTestApp({ env: { APP_ROLE: 'api' } });
  user = await api.signIn();
  // Another user, whose rows an injected operator would bring to light.
  const other = await api.signIn();
  const belongings = { plays: 40, playlists: 2, jobs: 2, calls: 40 };
  await fill(api, user, { ...belongings, mark: 'own' });
  await fill(api, other, { ...belongings, mark: 'foreign' });
  operations = (await ApiDocument.of(api)).operations;
});
afterAll(() => api.close());

const pathOf = ({ path }: Operation, id = 'unknown'): string => path.replace(/\{\w+\}/g, encodeURIComponent(id));
const get = (path: string): Promise<Answer> => api.call(path, { as: user });
/** Reads that answer in JSON and not for ever. */
const reads = (): Operation[] =>
  operations.filter(
    ({ method, responses }) => method === 'GET' && responses['200']?.content?.['application/json'] !== undefined,
  );
/** What differs from one answer to the next by itself. */
const bodyOf = ({ body }: Answer): unknown => ({ ...body, request_id: '', state: '', url: '', authorization_url: '' });

describe('an operator of the database', () => {
  it('in the name of a parameter is no parameter', async () => {
    for (const operation of reads()) {
      const plain = await get(pathOf(operation));
      const names = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
      const query = names.flatMap((name) => [
        `${name}[$gt]=`,
        `${name}[$ne]=x`,
        `${name}[]=1`,
        `${name}.$ne=x`,
        `${name}[$where]=1`,
      ]);
      const { status, ...answer } = await get(`${pathOf(operation)}?${query.join('&')}`);
      expect([operation.name, status, bodyOf({ status, ...answer })]).toEqual([
        operation.name,
        plain.status,
        bodyOf(plain),
      ]);
    }
  });

  it('in a value, or in a path, is a text that fits nothing', async () => {
    for (const operation of reads()) {
      const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
      for (const value of ['{"$gt":""}', '[object Object]', '$where:1', '\u0000', '"; return true; //']) {
        const query = new URLSearchParams(Object.fromEntries(inQuery.map(({ name }) => [name, value]))).toString();
        const answer = await get(`${pathOf(operation, value)}?${query}`);
        expect([operation.name, value, [200, 400, 401, 404, 422].includes(answer.status)]).toEqual([
          operation.name,
          value,
          true,
        ]);
        expect(JSON.stringify(answer.body)).not.toContain('foreign');
      }
    }
  });

  it.each([{ $ne: 1 }, { $set: { platform_id: 'x' } }, ['UTC'], [{ $gt: '' }], 1, true])(
    'is no time zone: %j',
    async (timezone) => {
      const before = await api.db.collection('users').find().toArray();
      const { status } = await api.call('/api/v1/users/me', { method: 'PATCH', as: user, json: { timezone } });
      expect(status).toBe(422);
      expect(await api.db.collection('users').find().toArray()).toEqual(before);
    },
  );
});

describe('a key that leads to the prototype of all objects', () => {
  afterEach(() => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('does nothing in a query', async () => {
    const query =
      '__proto__[polluted]=1&__proto__=1&constructor[prototype][polluted]=1&constructor.prototype.polluted=1';
    for (const operation of reads()) {
      const answers = [await get(pathOf(operation)), await get(`${pathOf(operation)}?${query}`)];
      expect([operation.name, answers[1]?.status]).toEqual([operation.name, answers[0]?.status]);
    }
  });

  it('does nothing in a body', async () => {
    const polluted = '{"polluted":1,"timezone":"Asia/Tokyo","isAdmin":true}';
    const body = `{"__proto__":${polluted},"constructor":{"prototype":${polluted}},"a":{"__proto__":${polluted}}}`;
    for (const operation of operations.filter(({ method }) => method !== 'GET')) {
      const { token } = await api.signIn();
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const { status } = await api.call(pathOf(operation), { method: operation.method, headers, body });
      expect([operation.name, status < 500]).toEqual([operation.name, true]);
    }
    const { status } = await api.call('/api/v1/users/me', {
      method: 'PATCH',
      headers: { ...user.headers, 'content-type': 'application/json' },
      body,
    });
    expect(status).toBe(422);
  });

  it('nor does a body that is nothing but brackets', async () => {
    const headers = { ...user.headers, 'content-type': 'application/json' };
    for (const body of ['['.repeat(500_000), `${'['.repeat(400_000)}${']'.repeat(400_000)}`, '{"a":'.repeat(150_000)])
      expect((await api.call('/api/v1/users/me', { method: 'PATCH', headers, body })).status).toBe(422);
  });
});

describe('a long filter', () => {
  const secondsOf = async (path: string): Promise<number> => {
    const started = performance.now();
    expect([200, 422]).toContain((await get(path)).status);
    return (performance.now() - started) / 1000;
  };

  it.each<[string, string, string]>([
    ['/api/v1/history', 'artist', `*${'a*'.repeat(5_000)}b`],
    ['/api/v1/history', 'track', `${'*'.repeat(10_000)}b*`],
    ['/api/v1/history', 'artist', `${'own '.repeat(2_500)}*`],
    ['/api/v1/history', 'track', `*(${'a+'.repeat(1_500)})+$*`],
    ['/api/v1/history', 'start_date', '1'.repeat(10_000)],
    ['/api/v1/history', 'end_date', `2024-01-01T${'0'.repeat(10_000)}`],
    ['/api/v1/api-logs', 'endpoint_contains', '(a+)+'.repeat(800)],
    ['/api/v1/api-logs', 'service', 'x'.repeat(10_000)],
  ])('takes no longer than a short one: %s?%s', async (path, name, value) => {
    const plain = await secondsOf(`${path}?${name}=x`);
    const long = await secondsOf(`${path}?${new URLSearchParams({ [name]: value }).toString()}`);
    expect(long).toBeLessThan(20 * plain + 1);
  });
});
