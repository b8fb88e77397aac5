import { PlatformAnswerUnexpected } from './platform.errors';
import { readLoginGrant, readTokenGrant } from './token-grant';

const NOW = new Date('2024-05-01T12:00:00Z');
const ANSWER = {
  access_token: 'a',
  token_type: 'Bearer',
  expires_in: 3600,
  refresh_token: 'r',
  scope: 'user-top-read',
};

describe('a token answer', () => {
  it('is read with its expiry counted from now', () => {
    expect(readLoginGrant(ANSWER, NOW)).toEqual({
      accessToken: 'a',
      refreshToken: 'r',
      expiresAt: new Date('2024-05-01T13:00:00Z'),
      scope: 'user-top-read',
    });
  });

  it('may lack a refresh token and scopes after a refresh', () => {
    expect(readTokenGrant({ access_token: 'a', expires_in: 60 }, NOW)).toMatchObject({ refreshToken: null, scope: '' });
  });

  it('must have a refresh token after a login', () => {
    expect(() => readLoginGrant({ ...ANSWER, refresh_token: undefined }, NOW)).toThrow(/no refresh_token/);
  });

  it.each([
    ['no object', 'a token', /not an object/],
    ['null', null, /not an object/],
    ['a list', [ANSWER], /not an object/],
    ['no access token', { ...ANSWER, access_token: undefined }, /no access_token/],
    ['an empty access token', { ...ANSWER, access_token: '' }, /no access_token/],
    ['an access token that is no text', { ...ANSWER, access_token: 7 }, /no access_token/],
    ['no expiry', { ...ANSWER, expires_in: undefined }, /expires_in/],
    ['an expiry as text', { ...ANSWER, expires_in: '3600' }, /expires_in/],
    ['an expiry in the past', { ...ANSWER, expires_in: -1 }, /expires_in/],
    ['an expiry beyond all dates', { ...ANSWER, expires_in: 1e300 }, /expires_in/],
  ])('with %s is refused', (_, body, problem) => {
    expect(() => readTokenGrant(body, NOW)).toThrow(PlatformAnswerUnexpected);
    expect(() => readTokenGrant(body, NOW)).toThrow(problem);
  });
});
