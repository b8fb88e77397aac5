import { JwtService } from '@nestjs/jwt';
import { SessionService } from '../../../src/auth/session.service';
import { ApiDocument, type Operation } from '../../support/api-document/document';
import { DescribedApi } from '../../support/api-document/described-api';
import { logInWith, type SandboxPlatform, startSandboxPlatform } from '../../support/sandbox-platform';
import { createTestApp, type TestApp } from '../../support/test-app';

type Headers = Record<string, string>;

const SECRET = 'a secret that is only used by the tests';
/** As of another database, such as the sandbox's where the real platform is linked since. */
const NOBODY = '0123456789abcdef01234567';
/** What needs a query, and what leaves nobody to call the others. */
const APART = ['GET /api/v1/auth/callback', 'DELETE /api/v1/users/me'];

/** Rows "Auth" of the tables of endpoints; the description's own column is held to the contract elsewhere. */
describe('who may call what', () => {
  let platform: SandboxPlatform;
  let api: TestApp;
  let described: DescribedApi;
  let operations: Operation[];
  let user: { id: string; platformId: string };

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: { ...platform.env, APP_ROLE: 'api', APP_ENV: 'development' } });
    described = new DescribedApi(api, await ApiDocument.of(api));
    operations = described.document.operations.filter(({ name }) => !APART.includes(name));
    const token = await logInWith(platform, api, 'otto');
    const { body } = await api.call('/api/v1/auth/status', bearer(token));
    user = { id: (body.user as { id: string }).id, platformId: 'otto' };
  });
  afterAll(async () => {
    await api.close();
    await platform.close();
  });

  const bearer = (token: string): { headers: Headers } => ({ headers: { authorization: `Bearer ${token}` } });
  const cookie = (token: string): { headers: Headers } => ({ headers: { cookie: `playledger_session=${token}` } });
  const issue = (): string => api.app.get(SessionService).issue(user);
  const sign = (options: object): string =>
    new JwtService().sign(
      { platform_id: user.platformId },
      { secret: SECRET, subject: user.id, expiresIn: 60, ...options },
    );
  const revoked = async (): Promise<string> => {
    const token = issue();
    await api.call('/api/v1/auth/logout', { method: 'POST', ...bearer(token) });
    return token;
  };

  /** Statuses by operation, of calls each with credentials of its own: some end the session. */
  async function statuses(credentials: () => { headers: Headers } | Promise<{ headers: Headers }>) {
    const answered: [string, number][] = [];
    for (const { name } of operations) {
      const { headers } = await credentials();
      answered.push([
        name,
        (await described.call(name, { headers: { accept: 'application/json', ...headers } })).status,
      ]);
    }
    return answered;
  }
  const refused = (answered: [string, number][]): string[] =>
    answered.filter(([, status]) => status === 401).map(([name]) => name);
  const sessionBound = (): string[] => operations.filter(({ isPublic }) => !isPublic).map(({ name }) => name);

  it.each<[string, () => Headers | Promise<Headers>]>([
    ['the cookie', () => cookie(issue()).headers],
    ['a Bearer token', () => bearer(issue()).headers],
    ['a Bearer token whose scheme is written small', () => ({ authorization: `bearer ${issue()}` })],
    ['the cookie, beside a Bearer token that is none', () => ({ ...cookie(issue()).headers, ...bearer('x').headers })],
    ['a Bearer token, beside a cookie that is none', () => ({ ...cookie('x').headers, ...bearer(issue()).headers })],
    [
      'a Bearer token, beside a cookie that was revoked',
      async () => ({ ...cookie(await revoked()).headers, ...bearer(issue()).headers }),
    ],
  ])('everything can be called with %s', async (_, headers) => {
    expect(refused(await statuses(async () => ({ headers: await headers() })))).toEqual([]);
  });

  describe.each([
    ['cookie', cookie],
    ['Bearer token', bearer],
  ])('what needs a session is 401, and nothing else, with a %s', (_, as) => {
    it.each<[string, () => string | Promise<string>]>([
      ['that is empty', () => ''],
      ['that has no form', () => 'nonsense'],
      ['that has expired', () => sign({ expiresIn: -1 })],
      ['that is signed with another secret', () => sign({ secret: `${SECRET}!` })],
      ['that was revoked by a logout', revoked],
      ['of a user who is not there', () => sign({ subject: NOBODY })],
    ])('%s', async (__, token) => {
      const without = await statuses(() => ({ headers: {} }));
      expect(refused(without)).toEqual(sessionBound());
      const once = await token();
      expect(await statuses(() => as(once))).toEqual(without);
    });
  });

  it.each<[string, () => Headers]>([
    ['another scheme', () => ({ authorization: `Basic ${issue()}` })],
    ['no scheme', () => ({ authorization: issue() })],
    ['another cookie', () => ({ cookie: `session=${issue()}` })],
    ['a header of its own', () => ({ 'x-session-token': issue() })],
  ])('a good token is worth nothing under %s', async (_, headers) => {
    expect(refused(await statuses(() => ({ headers: headers() })))).toEqual(sessionBound());
  });

  const pathOf = ({ path }: Operation): string => path.replace(/\{\w+\}/g, 'unknown');

  it('neither a trailing slash nor HEAD nor a token in the query leads past the session', async () => {
    for (const operation of operations.filter(({ isPublic }) => !isPublic)) {
      const { name, method } = operation;
      const path = pathOf(operation);
      expect([name, (await api.call(`${path}/`, { method })).status]).toEqual([name, 401]);
      expect([name, (await api.call(`${path}?token=${issue()}`, { method })).status]).toEqual([name, 401]);
      if (method === 'GET') expect([name, (await api.call(path, { method: 'HEAD' })).status]).toEqual([name, 401]);
    }
  });

  it('a trailing slash changes nothing with a session', async () => {
    for (const operation of operations.filter(({ method }) => method === 'GET')) {
      const path = pathOf(operation);
      const [plain, slashed] = await Promise.all([path, `${path}/`].map((each) => api.call(each, bearer(issue()))));
      expect([operation.name, slashed?.status]).toEqual([operation.name, plain?.status]);
    }
  });

  it('the refusal is the common error', async () => {
    const { headers, body } = await api.call('/api/v1/history');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toEqual({ detail: 'Not authenticated', request_id: headers.get('x-request-id') });
  });
});
