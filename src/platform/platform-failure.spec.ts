import { accountsFailureOf, failureOf } from './platform-failure';

const answer = (status: number, body: unknown = '', retryAfter = '') => ({ status, body, retryAfter });

describe('what an answer of the Web API means', () => {
  it.each([
    [answer(500), 502, 'PlatformUnavailable', 'status 500'],
    [answer(302), 502, 'PlatformUnavailable', 'status 302'],
    [
      answer(403, { error: { status: 403, message: 'x', reason: 'PREMIUM_REQUIRED' } }),
      403,
      'PlatformRefused',
      'PREMIUM_REQUIRED. It needs a premium account',
    ],
    [
      answer(403, { error: { status: 403, message: 'Insufficient client scope' } }),
      403,
      'PlatformRefused',
      'client scope',
    ],
    [
      answer(403, { error: { message: 'Player command failed: Restriction violated', reason: 'UNKNOWN' } }),
      403,
      'PlatformRefused',
      'Restriction violated',
    ],
    [answer(400, { error: { message: 'Invalid track uri' } }), 502, 'PlatformRequestRefused', 'Invalid track uri'],
    [
      answer(403, 'User not registered in the Developer Dashboard\n'),
      403,
      'PlatformRefused',
      'User not registered in the Developer Dashboard. Whoever set up the app must add this account',
    ],
    [answer(403, '<html><body>Forbidden</body></html>'), 403, 'PlatformRefused', 'no reason'],
    [answer(404, { error: { reason: 'NO_ACTIVE_DEVICE' } }), 404, 'NoActiveDevice', 'No device is active'],
    [answer(404, { error: { reason: null, message: 5 } }), 404, 'PlatformNotFound', 'no reason'],
  ])('%j is %d %s', (given, status, name, message) => {
    const failure = failureOf(given);
    expect(failure).toMatchObject({ status, name });
    expect(failure.message).toContain(message);
  });

  it.each([
    ['86400', 86_400],
    ['0', 1],
    ['', 30],
    ['soon', 30],
    ['-5', 30],
    ['99999999999', 30],
  ])('429 with Retry-After %j makes callers wait %d s', (header, seconds) => {
    expect(failureOf(answer(429, '', header))).toMatchObject({
      name: 'PlatformRateLimited',
      status: 503,
      retryAfterSeconds: seconds,
    });
  });
});

describe('how long to wait', () => {
  it.each([
    [1, '1 seconds'],
    [120, '120 seconds'],
    [121, '3 minutes'],
    [7_200, '120 minutes'],
    [7_201, '3 hours'],
    [85_771, '24 hours'],
  ])('%d s is told as %s', (seconds, words) => {
    expect(failureOf(answer(429, '', String(seconds))).message).toContain(`Try again in ${words}.`);
  });
});

describe('what an answer of the accounts service means', () => {
  it.each([
    [answer(400, { error: 'invalid_grant' }), 400, 'PlatformGrantRefused'],
    [answer(401, { error: 'invalid_client' }), 502, 'PlatformAppRefused'],
    [answer(401, { error: 'unauthorized_client' }), 502, 'PlatformAppRefused'],
    [answer(400, { error: 'invalid_request' }), 502, 'PlatformUnavailable'],
    [answer(429, {}, '7'), 503, 'PlatformRateLimited'],
    [answer(403, '<html>'), 502, 'PlatformUnavailable'],
    [answer(503, null), 502, 'PlatformUnavailable'],
  ])('%j is %d %s', (given, status, name) => {
    expect(accountsFailureOf(given)).toMatchObject({ status, name });
  });
});
