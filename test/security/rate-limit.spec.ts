import { createTestApp, type TestApp } from '../support/test-app';

const LIMIT = 5;

/** The tests are the proxy, or what pretends to be one; to the service all of them come from 127.0.0.1. */
describe.each<[hops: number, forged: (call: number) => string, honest: string, other: string]>([
  [0, (call) => `192.0.2.${call}`, '198.51.100.1', ''],
  [1, (call) => `192.0.2.${call}, 198.51.100.1`, '198.51.100.1', '198.51.100.2'],
  [2, (call) => `192.0.2.${call}, 198.51.100.1, 10.0.0.2`, '198.51.100.1, 10.0.0.2', '198.51.100.2, 10.0.0.2'],
  [1, (call) => `2001:db8:1:2::${call}`, '2001:db8:1:2:ffff::1', '2001:db8:1:3::1'],
])('the rate limit behind %d proxies', (hops, forged, honest, other) => {
  let api: TestApp;

  beforeAll(async () => {
    api = await createTestApp({
      env: { APP_ROLE: 'api', RATE_LIMIT_MAX: String(LIMIT), TRUST_PROXY_HOPS: String(hops) },
    });
  });
  afterAll(() => api.close());

  const statusFor = async (forwardedFor: string): Promise<number> =>
    (await api.call('/api/v1/tracks/nope', { headers: { 'x-forwarded-for': forwardedFor } })).status;

  it(`is not got round by an X-Forwarded-For such as ${forged(1)}`, async () => {
    for (let call = 1; call <= LIMIT; call += 1) expect(await statusFor(forged(call))).toBe(404);
    expect(await statusFor(forged(LIMIT + 1))).toBe(429);
    expect(await statusFor(honest)).toBe(429);
    if (other !== '') expect(await statusFor(other)).toBe(404);
  });
});
