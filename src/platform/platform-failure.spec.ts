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
    [answer(403, 'User not registered'), 403, 'PlatformRefused', 'no reason'],
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

describe('what an answer of the accounts service means', () => {
  it.each([
    [answer(400, { error: 'invalid_grant' }), 400, 'PlatformGrantRefused'],
    [answer(401, { error: 'invalid_client' }), 502, 'PlatformAppRefused'],
    [answer(400, { error: 'invalid_request' }), 502, 'PlatformUnavailable'],
    [answer(429, {}, '7'), 503, 'PlatformRateLimited'],
    [answer(403, '<html>'), 502, 'PlatformUnavailable'],
    [answer(503, null), 502, 'PlatformUnavailable'],
  ])('%j is %d %s', (given, status, name) => {
    expect(accountsFailureOf(given)).toMatchObject({ status, name });
  });
});
