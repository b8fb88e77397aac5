import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { SessionService } from '../../../src/auth/session.service';
import { ApiDocument, type Operation } from '../../support/api-document/document';
import { fill } from '../../support/contract/filled-user';
import { createTestApp, type SignedIn, type TestApp } from '../../support/test-app';

const PAGE_FILES = ['/', '/auth/callback?status=success', '/assets/page.css', '/assets/js/main.js'];

describe('what may be kept of an answer', () => {
  let api: TestApp;
  let operations: Operation[];
  let user: SignedIn;
  let other: SignedIn;

  beforeAll(async () => {
    api = await createTestApp({ env: { APP_ROLE: 'api', APP_ENV: 'development' } });
    // What leaves nobody to call the others is held to it by test/e2e/user-deletion.spec.ts.
    operations = (await ApiDocument.of(api)).operations.filter(({ name }) => name !== 'DELETE /api/v1/users/me');
    [user, other] = await Promise.all([api.signIn(), api.signIn()]);
    await fill(api, user, { mark: 'user', plays: 30, jobs: 1, playlists: 1, calls: 1 });
  });
  afterAll(() => api.close());

  /** Not by fetch, which says on its own that it wants no stored answer when there is a condition. */
  const send = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const [answer] = (await once(request(api.url + path, { method, headers }).end(), 'response')) as [IncomingMessage];
    return { statusCode: answer.statusCode, headers: answer.headers, body: await text(answer) };
  };
  /** A session of its own for each call, since one of them is a logout. */
  const as = ({ userId }: SignedIn): Record<string, string> => ({
    cookie: `playledger_session=${api.app.get(SessionService).issue({ id: userId, platformId: 'any' })}`,
  });
  const urlOf = ({ path }: Operation): string =>
    path.replace('{track_id}', 'user000000000000000000').replace(/\{\w+\}/g, 'unknown');

  it('of the API: nothing, by nobody, whether it succeeds or fails and whoever asks', async () => {
    for (const operation of operations) {
      const { name, method } = operation;
      for (const headers of [as(user), {}]) {
        const answer = await send(urlOf(operation), headers, method);
        expect([name, answer.statusCode, answer.headers['cache-control']]).toEqual([
          name,
          answer.statusCode,
          'no-store',
        ]);
      }
    }
  });

  it.each([
    ['422', '/api/v1/history?limit=0'],
    ['404', '/api/v1/nope'],
    ['404', '/api/v1/tracks/nope'],
  ])('of an error, %s at %s: nothing', async (status, url) => {
    const answer = await send(url, as(user));
    expect([String(answer.statusCode), answer.headers['cache-control']]).toEqual([status, 'no-store']);
  });

  it.each<[string, Record<string, string>]>([
    ['any version', { 'if-none-match': '*' }],
    ['a version', { 'if-none-match': '"1-abc", W/"2-def"' }],
    ['a time', { 'if-modified-since': new Date(Date.now() + 86_400_000).toUTCString() }],
  ])('whoever asks the API on condition of %s gets the whole answer', async (_, condition) => {
    for (const operation of operations.filter(({ method }) => method === 'GET')) {
      const [plain, conditional] = await Promise.all([
        send(urlOf(operation), as(user)),
        send(urlOf(operation), { ...as(user), ...condition }),
      ]);
      expect([operation.name, conditional.statusCode]).toEqual([operation.name, plain.statusCode]);
      expect([operation.name, plain.headers.etag, plain.headers['last-modified']]).toEqual([
        operation.name,
        undefined,
        undefined,
      ]);
      if (plain.body !== '') expect(conditional.body).not.toBe('');
    }
  });

  it('answers differ by who asks and how, and say so', async () => {
    const packed = await send('/api/v1/history', { ...as(user), 'accept-encoding': 'gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(String(packed.headers.vary).toLowerCase().split(/, */).sort()).toEqual(['accept-encoding', 'origin']);
    const plain = await send('/api/v1/history', as(user));
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(JSON.parse((await send('/api/v1/history', as(other))).body)).toMatchObject({ total: 0 });
  });

  describe('of the page', () => {
    it.each(PAGE_FILES)('%s, on condition that it is still the same', async (path) => {
      const { statusCode, headers, body } = await send(path);
      expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=0']);
      const etag = String(headers.etag);
      const again = await send(path, { 'if-none-match': etag });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
      for (const stale of ['"other"', `"x${etag.replace(/^W\//, '').slice(1)}`]) {
        const changed = await send(path, { 'if-none-match': stale });
        expect([changed.statusCode, changed.body]).toEqual([200, body]);
      }
    });

    it.each(PAGE_FILES)('%s is the same for all, so that anybody may keep it', async (path) => {
      const answers = await Promise.all([send(path), send(path, as(user)), send(path, as(other))]);
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
      expect(answers.flatMap(({ headers }) => headers['set-cookie'] ?? [])).toEqual([]);
    });
  });
});
