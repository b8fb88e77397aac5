import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';

describe('the frame around every request', () => {
  let api: TestApp;
  let user: SignedIn;

  beforeAll(async () => {
    api = await createTestApp();
    user = await api.signIn();
  });
  afterAll(() => api.close());

  describe('health', () => {
    it('names the service and its version, without a session', async () => {
      const { status, body } = await api.call('/api/health');
      expect(status).toBe(200);
      expect(body).toEqual({
        status: 'healthy',
        service: 'playledger',
        version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
      });
    });

    it('is ready when database and cache answer', async () => {
      const { status, body } = await api.call('/api/health/ready');
      expect({ status, body }).toEqual({ status: 200, body: { status: 'ready' } });
    });
  });

  describe('request id', () => {
    it('is returned when it is sane', async () => {
      const { headers } = await api.call('/api/health', { headers: { 'x-request-id': 'abc-123' } });
      expect(headers.get('x-request-id')).toBe('abc-123');
    });

    it.each(['with space', '<script>', 'x'.repeat(129)])('is made anew in place of %j', async (id) => {
      const { headers } = await api.call('/api/health', { headers: { 'x-request-id': id } });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    });

    it('stands in the body of errors', async () => {
      const { body } = await api.call('/api/v1/sync-jobs', { headers: { 'x-request-id': 'trace-me' } });
      expect(body).toEqual({ detail: 'Not authenticated', request_id: 'trace-me' });
    });
  });

  describe('errors', () => {
    it.each(['/nope', '/api/v1/nope', '/api/v2/history'])('answers 404 at %s', async (path) => {
      const { status, body } = await api.call(path);
      expect({ status, detail: body.detail }).toEqual({ status: 404, detail: 'Not Found' });
    });

    it('answers a malformed path with the common body', async () => {
      const { status, headers, body } = await api.call('/%zz');
      expect(status).toBe(400);
      expect(body).toEqual({
        detail: 'The path is not percent-encoded UTF-8: write a percent sign in it as %25.',
        request_id: expect.any(String) as string,
      });
      expect(headers.get('x-request-id')).toBe(body.request_id);
    });

    it('ignores a trailing slash', async () => {
      expect((await api.call('/api/v1/sync-jobs/', { as: user })).status).toBe(200);
    });
  });

  describe('validation', () => {
    it.each([
      ['limit=0', 'limit', 'greater_than_equal', 'Input should be greater than or equal to 1'],
      ['limit=101', 'limit', 'less_than_equal', 'Input should be less than or equal to 100'],
      ['limit=1e1', 'limit', 'int_parsing', 'Input should be a valid integer, unable to parse string as an integer'],
      ['limit=0x10', 'limit', 'int_parsing', 'Input should be a valid integer, unable to parse string as an integer'],
      ['limit=', 'limit', 'int_parsing', 'Input should be a valid integer, unable to parse string as an integer'],
      [
        'limit=1&limit=2',
        'limit',
        'int_parsing',
        'Input should be a valid integer, unable to parse string as an integer',
      ],
      ['page=0', 'page', 'greater_than_equal', 'Input should be greater than or equal to 1'],
      ['status=done', 'status', 'enum', "Input should be 'pending', 'running', 'completed' or 'failed'"],
    ])('answers 422 to %s', async (query, name, type, msg) => {
      const { status, body } = await api.call(`/api/v1/sync-jobs?${query}`, { as: user });
      expect({ status, detail: body.detail }).toEqual({ status: 422, detail: [{ loc: ['query', name], msg, type }] });
    });

    it.each([
      ['malformed', '{', 422, [{ loc: ['body'], msg: 'The body is not valid JSON', type: 'json_invalid' }]],
      ['too large', `"${'x'.repeat(2 * 1024 ** 2)}"`, 413, 'The request body is too large'],
    ])('answers a body that is %s', async (_, text, status, detail) => {
      const answer = await api.call('/api/v1/users/me', {
        method: 'PATCH',
        headers: { ...user.headers, 'content-type': 'application/json' },
        body: text,
      });
      const request_id = answer.headers.get('x-request-id');
      expect(answer).toMatchObject({ status, body: { detail, request_id } });
    });

    it('reports one entry for every field that is wrong', async () => {
      const { body } = await api.call('/api/v1/sync-jobs?limit=x&page=-1', { as: user });
      expect(body.detail).toHaveLength(2);
    });

    it.each(['limit=1', 'limit=100', 'page=99999999999999999999', 'unknown=1', 'status=failed&job_type=import'])(
      'accepts %s',
      async (query) => {
        expect((await api.call(`/api/v1/sync-jobs?${query}`, { as: user })).status).toBe(200);
      },
    );
  });

  describe('headers', () => {
    it('carries security headers', async () => {
      const { headers } = await api.call('/api/health');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'self'");
    });

    it('lets the front end call with credentials, and nobody else', async () => {
      const own = await api.call('/api/health', { headers: { origin: api.settings.frontendUrl } });
      expect(own.headers.get('access-control-allow-origin')).toBe(api.settings.frontendUrl);
      expect(own.headers.get('access-control-allow-credentials')).toBe('true');
      const foreign = await api.call('/api/health', { headers: { origin: 'http://evil.example' } });
      expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
    });

    it('answers a preflight for every method of the API', async () => {
      const { status, headers } = await api.call('/api/v1/users/me', {
        method: 'OPTIONS',
        headers: { origin: api.settings.frontendUrl, 'access-control-request-method': 'PATCH' },
      });
      expect(status).toBeLessThan(300);
      expect(headers.get('access-control-allow-methods')).toContain('PATCH');
    });

    it('compresses long answers', async () => {
      const { headers } = await api.call('/api/openapi.json', { headers: { 'accept-encoding': 'gzip' } });
      expect(headers.get('content-encoding')).toBe('gzip');
    });
  });

  describe('sessions', () => {
    it('are demanded of every versioned route that is not public', async () => {
      expect((await api.call('/api/v1/sync-jobs')).status).toBe(401);
      expect((await api.call('/api/v1/sync-jobs', { headers: { authorization: 'Bearer nonsense' } })).status).toBe(401);
    });

    it('are taken from the cookie before the header', async () => {
      const other = await api.signIn();
      const { status } = await api.call('/api/v1/sync-jobs', {
        headers: { cookie: `playledger_session=${other.token}`, authorization: 'Bearer nonsense' },
      });
      expect(status).toBe(200);
    });
  });
});

describe('the rate limit', () => {
  let api: TestApp;

  beforeAll(async () => {
    api = await createTestApp({ env: { RATE_LIMIT_MAX: '3', RATE_LIMIT_WINDOW_SECONDS: '60' } });
  });
  afterAll(() => api.close());

  it('counts unknown paths and malformed bodies too, and says when to come back', async () => {
    const first = await api.call('/nope');
    expect(first.headers.get('ratelimit-limit')).toBe('3');
    expect(first.headers.get('ratelimit-remaining')).toBe('2');
    await api.call('/api/v1/auth/logout', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    });
    await api.call('/api/v1/sync-jobs');
    const { status, headers, body } = await api.call('/nope');
    expect({ status, detail: body.detail }).toEqual({ status: 429, detail: 'Rate limit exceeded' });
    expect(headers.get('ratelimit-remaining')).toBe('0');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });

  it('answers alike where there is a route', async () => {
    for (let calls = 0; calls < 3; calls += 1) await api.call('/nope');
    const { status, headers, body } = await api.call('/api/v1/sync-jobs');
    expect({ status, body }).toEqual({
      status: 429,
      body: { detail: 'Rate limit exceeded', request_id: headers.get('x-request-id') },
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('counts a session by itself, whatever its address', async () => {
    const user = await api.signIn();
    const { status, headers } = await api.call('/api/v1/sync-jobs', { as: user });
    expect(status).toBe(200);
    expect(headers.get('ratelimit-remaining')).toBe('2');
  });

  it('keeps a bucket for probes apart', async () => {
    const { status, headers } = await api.call('/api/health');
    expect(status).toBe(200);
    expect(headers.get('ratelimit-remaining')).toBe('2');
  });
});
