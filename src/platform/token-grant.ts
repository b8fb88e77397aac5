import { objectOf, optionalTextOf, textOf } from './answer-reader';
import { PlatformAnswerUnexpected } from './platform.errors';

/** What the accounts service hands out for a code or a refresh token. */
export interface TokenGrant {
  accessToken: string;
  /** Null in most answers to a refresh: the former one stays good. */
  refreshToken: string | null;
  expiresAt: Date;
  /** Space-separated scopes that were granted. */
  scope: string;
}

/** What a login hands out, which always has a refresh token. */
export interface LoginGrant extends TokenGrant {
  refreshToken: string;
}

/**
 * Reads an access token response (RFC 6749, section 5.1).
 *
 * @param now when it was received; `expires_in` counts from there
 * @throws PlatformAnswerUnexpected
 */
export function readTokenGrant(body: unknown, now: Date): TokenGrant {
  const answer = objectOf(body, 'the token answer');
  const seconds = answer.expires_in;
  if (typeof seconds !== 'number' || !(seconds > 0) || seconds > 366 * 24 * 3600)
    throw new PlatformAnswerUnexpected('the token answer has no usable expires_in');
  return {
    accessToken: textOf(answer, 'access_token', 'the token answer'),
    refreshToken: optionalTextOf(answer, 'refresh_token') || null,
    expiresAt: new Date(now.getTime() + seconds * 1000),
    scope: optionalTextOf(answer, 'scope'),
  };
}

/** @throws PlatformAnswerUnexpected also when there is no refresh token */
export function readLoginGrant(body: unknown, now: Date): LoginGrant {
  const { refreshToken, ...grant } = readTokenGrant(body, now);
  if (refreshToken === null) throw new PlatformAnswerUnexpected('the token answer has no refresh_token');
  return { ...grant, refreshToken };
}
