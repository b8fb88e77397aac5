import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';

const ME = '/api/v1/users/me';

describe('/users/me', () => {
  let api: TestApp;
  let user: SignedIn;

  beforeAll(async () => {
    api = await createTestApp({ env: { APP_ROLE: 'api' } });
  });
  beforeEach(async () => {
    user = await api.signIn();
  });
  afterAll(() => api.close());

  it('shows the user’s own record, without the email address', async () => {
    const { status, body } = await api.call(ME, { as: user });
    const name = expect.stringMatching(/^listener-/) as string;
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: user.userId,
        platform_id: name,
        display_name: name,
        image_url: '',
        country: '',
        product: '',
        timezone: 'UTC',
        created_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        last_synced_at: null,
      },
    });
  });

  it.each(['GET', 'PATCH'])('%s needs a session', async (method) => {
    expect((await api.call(ME, { method, json: method === 'GET' ? undefined : {} })).status).toBe(401);
  });

  it('is 401 for a user who is not there any more', async () => {
    await api.db.collection('users').deleteMany({});
    expect((await api.call(ME, { as: user })).status).toBe(401);
    expect((await api.call(ME, { as: user, method: 'PATCH', json: { timezone: 'UTC' } })).status).toBe(401);
  });

  it('what-hurts 10: stores the zone and has the roll-ups built anew', async () => {
    const json = { timezone: 'America/St_Johns', product: 'ignored' };
    const { status, body } = await api.call(ME, { as: user, method: 'PATCH', json });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: user.userId, timezone: 'America/St_Johns', product: '' });
    expect((await api.call(ME, { as: user })).body.timezone).toBe('America/St_Johns');
    const job = await api.call(`/api/v1/sync-jobs/${String(body.job_id)}`, { as: user });
    expect(job.body).toMatchObject({ job_type: 'rollup_build', status: 'pending' });
  });

  it('keeps the zone as IANA spells it', async () => {
    for (const timezone of ['europe/berlin', 'EUROPE/BERLIN']) {
      const { body } = await api.call(ME, { as: user, method: 'PATCH', json: { timezone } });
      expect(body.timezone).toBe('Europe/Berlin');
    }
    expect((await api.call(ME, { as: user })).body.timezone).toBe('Europe/Berlin');
  });

  it('has no second job while one is under way', async () => {
    await api.call(ME, { as: user, method: 'PATCH', json: { timezone: 'Asia/Tokyo' } });
    const { status, body } = await api.call(ME, { as: user, method: 'PATCH', json: { timezone: 'Asia/Kolkata' } });
    expect({ status, zone: body.timezone, job: body.job_id }).toEqual({ status: 200, zone: 'Asia/Kolkata', job: null });
  });

  it.each([
    ['missing', {}, 'missing'],
    ['null', { timezone: null }, 'missing'],
    ['a number', { timezone: 2 }, 'string_type'],
    ['empty', { timezone: '' }, 'value_error'],
    ['no zone', { timezone: 'Europe/Atlantis' }, 'value_error'],
    ['an offset', { timezone: '+02:00' }, 'value_error'],
    ['padded', { timezone: ' UTC' }, 'value_error'],
  ])('is 422 when the zone is %s', async (_, json, type) => {
    const { status, body } = await api.call(ME, { as: user, method: 'PATCH', json });
    expect(status).toBe(422);
    expect(body.detail).toEqual([{ loc: ['body', 'timezone'], msg: expect.any(String) as string, type }]);
    expect((await api.call(ME, { as: user })).body.timezone).toBe('UTC');
  });

  it.each([undefined, ''])('is 422 without a body: %j', async (body) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await api.call(ME, { as: user, method: 'PATCH', headers, body });
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatchObject([{ loc: ['body', 'timezone'], type: 'missing' }]);
  });
});
