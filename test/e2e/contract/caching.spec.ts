import { SessionService } from '../../../src/auth/session.service';
import { ApiDocument, type Operation } from '../../support/api-document/document';
import { fill } from '../../support/contract/filled-user';
import { FOR_ONCE, mayBeKept } from '../../support/contract/kept-answers';
import { type PlainAnswer, send } from '../../support/plain-http';
import { createTestApp, type SignedIn, type TestApp } from '../../support/test-app';

const PAGE_FILES = ['/', '/auth/callback?status=success', '/assets/page.css', '/assets/js/main.js'];

describe('what may be kept of an answer', () => {
  let api: TestApp;
  let operations: Operation[];
  let user: SignedIn;
  let other: SignedIn;
  let job: string;

  beforeAll(async () => {
    api = await createTestApp({ env: { APP_ROLE: 'api', APP_ENV: 'development' } });
    // What leaves nobody to call the others is held to it by test/e2e/user-deletion.spec.ts.
    operations = (await ApiDocument.of(api)).operations.filter(({ name }) => name !== 'DELETE /api/v1/users/me');
    [user, other] = await Promise.all([api.signIn(), api.signIn()]);
    await fill(api, user, { mark: 'user', plays: 30, jobs: 1, playlists: 1, calls: 1 });
    const { body } = await api.call('/api/v1/sync-jobs', { as: user });
    job = (body.items as { id: string }[])[0]?.id ?? '';
  });
  afterAll(() => api.close());

  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<PlainAnswer> =>
    send(api.url + path, headers, method);
  /** A session of its own for each call, since one of them is a logout. */
  const as = ({ userId }: SignedIn): Record<string, string> => ({
    cookie: `playledger_session=${api.app.get(SessionService).issue({ id: userId, platformId: 'any' })}`,
  });
  const urlOf = ({ path }: Operation): string =>
    path
      .replace('{track_id}', 'user000000000000000000')
      .replace(/\{(job_)?id\}/, job)
      .replace(/\{\w+\}/, 'unknown');

  it('of the API: what it tells a user, by them alone and only to ask again; of all else nothing, by nobody', async () => {
    const kept: string[] = [];
    for (const operation of operations) {
      const { name, method } = operation;
      for (const headers of [as(user), {}]) {
        const answer = await ask(urlOf(operation), headers, method);
        const isKept = answer.status === 200 && mayBeKept(name);
        expect([name, answer.status, answer.headers['cache-control'], answer.headers.etag]).toEqual([
          name,
          answer.status,
          isKept ? 'private, no-cache' : expect.stringMatching(/\bno-store\b/),
          isKept ? expect.stringMatching(/^W\/"[\w-]{43}"$/) : undefined,
        ]);
        if (isKept) kept.push(name);
      }
    }
    expect(new Set(kept).size).toBeGreaterThan(15);
  });

  it.each(FOR_ONCE.filter((name) => !name.endsWith('callback')))('of %s: nothing', async (name) => {
    const operation = operations.find((each) => each.name === name);
    const { status, headers } = await ask(urlOf(operation as Operation), as(user));
    expect([status, headers['cache-control'], headers.etag]).toEqual([
      200,
      expect.stringContaining('no-store'),
      undefined,
    ]);
  });

  it.each([
    ['422', '/api/v1/history?limit=0'],
    ['404', '/api/v1/nope'],
    ['404', '/api/v1/tracks/nope'],
  ])('of an error, %s at %s: nothing', async (status, url) => {
    const answer = await ask(url, as(user));
    expect([String(answer.status), answer.headers['cache-control'], answer.headers.etag]).toEqual([
      status,
      'no-store',
      undefined,
    ]);
  });

  it('answers differ by who asks and how, and say so', async () => {
    const [packed, plain] = await Promise.all([
      ask('/api/v1/history', { ...as(user), 'accept-encoding': 'gzip' }),
      ask('/api/v1/history', as(user)),
    ]);
    expect([packed, plain].map(({ headers }) => headers['content-encoding'])).toEqual(['gzip', undefined]);
    for (const { headers } of [packed, plain])
      expect(String(headers.vary).toLowerCase().split(/, */).sort()).toEqual([
        'accept-encoding',
        'authorization',
        'cookie',
        'origin',
      ]);
    expect(JSON.parse((await ask('/api/v1/history', as(other))).body)).toMatchObject({ total: 0 });
  });

  describe('of the page', () => {
    it.each(PAGE_FILES)('%s, on condition that it is still the same', async (path) => {
      const { status, headers, body } = await ask(path);
      expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=0']);
      const etag = String(headers.etag);
      const again = await ask(path, { 'if-none-match': etag });
      expect([again.status, again.body, again.headers.etag]).toEqual([304, '', etag]);
      for (const stale of ['"other"', `"x${etag.replace(/^W\//, '').slice(1)}`]) {
        const changed = await ask(path, { 'if-none-match': stale });
        expect([changed.status, changed.body]).toEqual([200, body]);
      }
    });

    it.each(PAGE_FILES)('%s is the same for all, so that anybody may keep it', async (path) => {
      const answers = await Promise.all([ask(path), ask(path, as(user)), ask(path, as(other))]);
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
      expect(answers.flatMap(({ headers }) => headers['set-cookie'] ?? [])).toEqual([]);
    });
  });
});
