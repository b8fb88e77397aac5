import { jobUntil } from '../../support/api-calls';
import { fill } from '../../support/contract/filled-user';
import { recordsLoaded } from '../../support/history-calls';
import { type PlainAnswer, send } from '../../support/plain-http';
import { extendedRecords } from '../../support/small-uploads';
import { createTestApp, type SignedIn, type TestApp } from '../../support/test-app';
import { midnightPassed } from '../../support/times-of-day';

const OVERVIEW = '/api/v1/analytics/overview';
/** What a dashboard shows, of one period. */
const DASHBOARD = [
  OVERVIEW,
  '/api/v1/analytics/trend',
  '/api/v1/analytics/rollup-status',
  '/api/v1/tracks/top?limit=10',
  '/api/v1/artists/top?limit=10',
  '/api/v1/albums/top?limit=10',
  '/api/v1/genres/distribution',
  '/api/v1/history?limit=10',
  '/api/v1/sync-jobs?limit=1',
  '/api/v1/users/me',
];
/** Each answer has its own. */
const OWN_HEADERS = [
  'date',
  'x-request-id',
  'ratelimit-remaining',
  'ratelimit-reset',
  'content-type',
  'content-length',
];

describe('an answer that the asker has already', () => {
  let api: TestApp;
  let user: SignedIn;
  let other: SignedIn;
  let overview: PlainAnswer;
  let tag: string;

  beforeAll(async () => {
    // No new day or window begins between two requests.
    await midnightPassed();
    api = await createTestApp({ env: { RATE_LIMIT_WINDOW_SECONDS: '3600' } });
    [user, other] = await Promise.all([api.signIn(), api.signIn()]);
    await Promise.all([
      fill(api, user, { mark: 'user', plays: 30, jobs: 1, playlists: 1, calls: 1 }),
      fill(api, other, { mark: 'other', plays: 20 }),
    ]);
    overview = await ask(OVERVIEW);
    tag = tagOf(overview);
  }, 150_000);
  afterAll(() => api.close());

  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET', as = user): Promise<PlainAnswer> =>
    send(api.url + path, { ...as.headers, ...headers }, method);
  const tagOf = ({ headers }: PlainAnswer): string => String(headers.etag);
  const without = ({ headers }: PlainAnswer, names: readonly string[]) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

  it.each(DASHBOARD)('%s is told by a 304 without a body, under the same headers', async (path) => {
    const first = await ask(path);
    const again = await ask(path, { 'if-none-match': tagOf(first) });
    expect([first.status, again.status, again.body]).toEqual([200, 304, '']);
    expect(without(again, OWN_HEADERS)).toEqual(without(first, OWN_HEADERS));
    expect(Object.keys(first.headers).filter((name) => !(name in again.headers))).toEqual([
      'content-type',
      'content-length',
    ]);
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    expect(Number(again.headers['ratelimit-remaining'])).toBe(Number(first.headers['ratelimit-remaining']) - 1);
  });

  it.each<[string, (tag: string) => string]>([
    ['as it came', (own) => own],
    ['as a strong one', (own) => own.slice('W/'.length)],
    ['in a list', (own) => `"one", W/"two, three" ,${own},"four"`],
    ['as any', () => ' * '],
  ])('is known by its tag %s', async (_, condition) => {
    const { status, body } = await ask(OVERVIEW, { 'if-none-match': condition(tag) });
    expect([status, body]).toEqual([304, '']);
  });

  it.each<[string, Record<string, (tag: string) => string>]>([
    ['another tag', { 'if-none-match': () => 'W/"another"' }],
    ['the beginning of its tag', { 'if-none-match': (own) => `${own.slice(0, -2)}"` }],
    ['its tag within another', { 'if-none-match': (own) => `"x${own.slice('W/"'.length)}` }],
    ['its tag without quotes', { 'if-none-match': (own) => own.replace(/W\/|"/g, '') }],
    ['no tag', { 'if-none-match': () => '' }],
    ['a time', { 'if-modified-since': () => new Date(Date.now() + 86_400_000).toUTCString() }],
  ])('is not known by %s', async (_, conditions) => {
    const headers = Object.entries(conditions).map(([name, condition]) => [name, condition(tag)]);
    const answer = await ask(OVERVIEW, Object.fromEntries(headers) as Record<string, string>);
    expect([answer.status, answer.body, tagOf(answer)]).toEqual([200, overview.body, tag]);
  });

  it('is the same compressed or not', async () => {
    const packed = await ask(OVERVIEW, { 'accept-encoding': 'gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect([packed.body, tagOf(packed)]).toEqual([overview.body, tag]);
    const again = await ask(OVERVIEW, { 'accept-encoding': 'gzip', 'if-none-match': tag });
    expect([again.status, again.body, again.headers['content-encoding']]).toEqual([304, '', undefined]);
  });

  it.each(['identity', 'gzip'])('is told to HEAD as to GET, in %s', async (encoding) => {
    const head = await ask(OVERVIEW, { 'accept-encoding': encoding }, 'HEAD');
    expect([head.status, head.body, tagOf(head)]).toEqual([200, '', tag]);
    const again = await ask(OVERVIEW, { 'accept-encoding': encoding, 'if-none-match': tag }, 'HEAD');
    expect([again.status, again.body, tagOf(again)]).toEqual([304, '', tag]);
  });

  it('is known to browsers’ own fetch', async () => {
    const { status, headers } = await api.call(OVERVIEW, { as: user, headers: { 'if-none-match': tag } });
    expect([status, headers.get('etag')]).toEqual([304, tag]);
  });

  it('is another one’s for each user, unless it says the same to all', async () => {
    for (const path of DASHBOARD.filter((each) => !each.includes('genres'))) {
      const answer = await ask(path, { 'if-none-match': tagOf(await ask(path)) }, 'GET', other);
      expect([path, answer.status, answer.body === '']).toEqual([path, 200, false]);
    }
    const track = '/api/v1/tracks/user000000000000000000';
    const shared = await ask(track, { 'if-none-match': tagOf(await ask(track)) }, 'GET', other);
    expect(shared.status).toBe(304);
  });

  it.each([
    [OVERVIEW, `${OVERVIEW}?period=week`],
    ['/api/v1/history?limit=10', '/api/v1/history?limit=10&page=2'],
    ['/api/v1/history?limit=10', '/api/v1/history?limit=11'],
  ])('at %s is not the one at %s', async (one, another) => {
    const { status } = await ask(another, { 'if-none-match': tagOf(await ask(one)) });
    expect(status).toBe(200);
  });

  it('is not told to those who may not have it', async () => {
    for (const condition of [tag, '*']) {
      const { status, body } = await send(api.url + OVERVIEW, { 'if-none-match': condition });
      expect([status, body === '']).toEqual([401, false]);
    }
  });

  it.each(['auth/login', 'auth/status', 'users/me/export', 'history?limit=0', 'nope'])(
    'is told whole by /api/v1/%s, which has no tag',
    async (path) => {
      const { status, headers, body } = await ask(`/api/v1/${path}`, { 'if-none-match': '*' });
      expect([status === 304, body === '', headers.etag]).toEqual([false, false, undefined]);
    },
  );

  describe('changes', () => {
    /** The paths whose answers are others after something has happened. */
    const changedBy = async (happens: () => Promise<void>): Promise<string[]> => {
      const tags = new Map<string, string>();
      for (const path of DASHBOARD) tags.set(path, tagOf(await ask(path)));
      await happens();
      const changed: string[] = [];
      for (const [path, known] of tags) {
        const { status, headers } = await ask(path, { 'if-none-match': known });
        expect([path, headers.etag === known]).toEqual([path, status === 304]);
        if (status === 200) changed.push(path);
      }
      return changed;
    };

    it('with nothing that happens to somebody else', async () => {
      const changed = await changedBy(async () => {
        await recordsLoaded(api, other, extendedRecords(5));
      });
      expect(changed).toEqual([]);
    });

    it('with an import', async () => {
      const changed = await changedBy(async () => {
        await recordsLoaded(api, user, extendedRecords(20));
      });
      expect(changed).toEqual(DASHBOARD.filter((path) => !/genres|users/.test(path)));
    });

    it('with the time zone', async () => {
      const changed = await changedBy(async () => {
        const { body } = await api.call('/api/v1/users/me', {
          method: 'PATCH',
          as: user,
          json: { timezone: 'Asia/Tokyo' },
        });
        await jobUntil(api.url, user.headers, String(body.job_id));
      });
      expect(changed).toEqual(expect.arrayContaining([OVERVIEW, '/api/v1/sync-jobs?limit=1', '/api/v1/users/me']));
      expect(changed).not.toContain('/api/v1/history?limit=10');
    });
  });
});
