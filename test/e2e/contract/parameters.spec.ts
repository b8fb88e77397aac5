import { fill } from '../../support/contract/filled-user';
import { createTestApp, type SignedIn, type TestApp } from '../../support/test-app';

/** An endpoint with an integer parameter, of which the user has more than it can show at once. */
type IntRow = [path: string, name: string, byDefault: number, least: number, most: number | null];

const INTEGERS: IntRow[] = [
  ['history', 'page', 1, 1, null],
  ['history', 'limit', 50, 1, 100],
  ['tracks/top', 'limit', 50, 1, 100],
  ['artists/top', 'limit', 50, 1, 100],
  ['albums/top', 'limit', 50, 1, 100],
  ['playlists', 'page', 1, 1, null],
  ['playlists', 'limit', 50, 1, 100],
  ['sync-jobs', 'page', 1, 1, null],
  ['sync-jobs', 'limit', 20, 1, 100],
  ['api-logs', 'page', 1, 1, null],
  ['api-logs', 'limit', 50, 1, 200],
];

const PERIODS = ['week', 'month', 'quarter', 'year', 'all_time'];
const BY_PERIOD = [
  'analytics/overview',
  'analytics/trend',
  'tracks/top',
  'artists/top',
  'albums/top',
  'genres/distribution',
];
const LABELS: Record<string, [granularity: string, label: RegExp]> = {
  week: ['%Y-%m-%d', /^\d{4}-\d\d-\d\d$/],
  month: ['%Y-%m-%d', /^\d{4}-\d\d-\d\d$/],
  quarter: ['%G-W%V', /^\d{4}-W\d\d$/],
  year: ['%Y-%m', /^\d{4}-\d\d$/],
  all_time: ['%Y-%m', /^\d{4}-\d\d$/],
};

/** Query parameters of the interface specification: defaults, both bounds, and one past them. */
describe('parameters', () => {
  let api: TestApp;
  let user: SignedIn;

  beforeAll(async () => {
    api = await createTestApp({ env: { APP_ROLE: 'api' } });
    user = await api.signIn();
    await fill(api, user, { mark: 'song', plays: 120, playlists: 120, jobs: 120, calls: 220 });
  });
  afterAll(() => api.close());

  const call = (path: string, method = 'GET') => api.call(`/api/v1/${path}`, { as: user, method });
  const get = async (path: string): Promise<Record<string, unknown>> => {
    const { status, body } = await call(path);
    expect({ path, status }).toEqual({ path, status: 200 });
    return body;
  };
  const itemsOf = async (path: string): Promise<{ id: string }[]> => (await get(path)).items as { id: string }[];
  const expectRefusal = async (
    path: string,
    name: string,
    type: string,
    msg: RegExp,
    method?: string,
  ): Promise<void> => {
    const { status, body } = await call(path, method);
    expect({ path, status, detail: body.detail }).toEqual({
      path,
      status: 422,
      detail: [{ loc: ['query', name], msg: expect.stringMatching(msg) as string, type }],
    });
  };

  describe.each(INTEGERS)('GET %s: %s', (path, name, byDefault, least, most) => {
    it(`is ${byDefault} unless given`, async () => {
      const answer = await get(path);
      // The top lists do not tell their limit.
      if (name in answer) expect(answer[name]).toBe(byDefault);
      expect(answer).toEqual(await get(`${path}?${name}=${byDefault}`));
      if (name === 'limit') expect(answer.items).toHaveLength(byDefault);
    });

    it(`goes from ${least}${most === null ? ' on' : ` to ${most}`}`, async () => {
      if (most === null) {
        const [first, second] = await Promise.all([1, 2].map((page) => itemsOf(`${path}?${name}=${page}`)));
        const ids = [...(first ?? []), ...(second ?? [])].map(({ id }) => id);
        expect(new Set(ids).size).toBe((first?.length ?? 0) * 2);
        expect(await itemsOf(`${path}?${name}=${Number.MAX_SAFE_INTEGER}`)).toEqual([]);
      } else {
        for (const limit of [least, most]) expect(await itemsOf(`${path}?${name}=${limit}`)).toHaveLength(limit);
        await expectRefusal(`${path}?${name}=${most + 1}`, name, 'less_than_equal', new RegExp(`to ${most}$`));
      }
      await expectRefusal(`${path}?${name}=${least - 1}`, name, 'greater_than_equal', new RegExp(`to ${least}$`));
      await expectRefusal(`${path}?${name}=-1`, name, 'greater_than_equal', /./);
    });

    it.each(['', 'ten', '1.0', '1e1', '0x10', '+1', ' 1', '1,0', 'null'])('is no integer as %j', async (value) => {
      await expectRefusal(
        `${path}?${name}=${encodeURIComponent(value)}`,
        name,
        'int_parsing',
        /^Input should be a valid/,
      );
    });

    it('is given once', async () => {
      await expectRefusal(`${path}?${name}=1&${name}=1`, name, 'int_parsing', /./);
    });
  });

  describe.each(BY_PERIOD)('GET %s: period', (path) => {
    it('is all_time unless given', async () => {
      const answer = await get(path);
      expect(answer.period).toBe('all_time');
      expect(answer).toEqual(await get(`${path}?period=all_time`));
    });

    it.each(PERIODS)('is %s', async (period) => {
      expect((await get(`${path}?period=${period}`)).period).toBe(period);
    });

    it.each(['', 'decade', 'Week', 'all', 'week,month'])('is not %j', async (period) => {
      await expectRefusal(`${path}?period=${period}`, 'period', 'enum', /^Input should be 'week', .* or 'all_time'$/);
    });
  });

  it.each(PERIODS)('GET analytics/trend has labels of the form that goes with %s', async (period) => {
    const { granularity, points } = await get(`analytics/trend?period=${period}`);
    const labels = (points as { label: string }[]).map(({ label }) => label);
    const [pattern, form] = LABELS[period] ?? [];
    expect([granularity, labels.length > 0]).toEqual([pattern, true]);
    for (const label of labels) expect(label).toMatch(form ?? /^$/);
    expect([...new Set(labels)].sort()).toEqual(labels);
  });

  it.each([...PERIODS, undefined])('POST analytics/refresh takes the period %s', async (period) => {
    const { status, body } = await call(`analytics/refresh${period === undefined ? '' : `?period=${period}`}`, 'POST');
    const isAll = period === undefined || period === 'all_time';
    expect({ status, body }).toMatchObject({ status: 200, body: { periods: isAll ? PERIODS : [period] } });
    await expectRefusal('analytics/refresh?period=decade', 'period', 'enum', /./, 'POST');
  });

  it.each([
    ['status', ['pending', 'running', 'completed', 'failed'], ['', 'done', 'Failed', 'cancelled']],
    ['job_type', ['periodic', 'rollup_build', 'import', 'initial'], ['', 'sync', 'manual']],
  ])('GET sync-jobs: %s is one of its values, or not given', async (name, values, others) => {
    const totals = await Promise.all(values.map(async (value) => (await get(`sync-jobs?${name}=${value}`)).total));
    expect(totals.reduce<number>((sum, total) => sum + Number(total), 0)).toBe((await get('sync-jobs')).total);
    for (const value of others) await expectRefusal(`sync-jobs?${name}=${value}`, name, 'enum', /^Input should be '/);
    await expectRefusal(`sync-jobs?${name}=${values[0]}&${name}=${values[0]}`, name, 'enum', /./);
  });

  it.each([
    ['history', 'artist'],
    ['history', 'track'],
    ['api-logs', 'service'],
    ['api-logs', 'method'],
    ['api-logs', 'endpoint_contains'],
  ])('GET %s: %s is text, given once', async (path, name) => {
    for (const text of ['nobody\u0000%_.*(ñ', '*\u0000*', '\u{1f600}'])
      expect(await get(`${path}?${name}=${encodeURIComponent(text)}`)).toMatchObject({ items: [], total: 0 });
    await expectRefusal(`${path}?${name}=a&${name}=b`, name, 'string_type', /./);
  });

  it.each(['history', 'playlists', 'sync-jobs', 'api-logs', 'tracks/top'])(
    'GET %s takes no notice of what it does not know, and tells of each parameter that is wrong',
    async (path) => {
      expect(await get(`${path}?unknown=1&Limit=x&__proto__=x&constructor=x`)).toEqual(await get(path));
      const { status, body } = await call(`${path}?limit=x&page=0&period=never`);
      const wrong = (body.detail as { loc: string[] }[]).map(({ loc }) => loc[1]);
      expect({ status, wrong: wrong.sort() }).toEqual({
        status: 422,
        wrong: { 'tracks/top': ['limit', 'period'], history: ['limit', 'page', 'period'] }[path] ?? ['limit', 'page'],
      });
    },
  );
});
