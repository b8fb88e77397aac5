import type { ClientApp } from '../client';
import { AuthorizationCodes } from './authorization-codes';
import { checkAuthorizeRequest } from './authorize-request';
import { redirectProblem } from './redirect-address';
import { Tokens } from './tokens';

const client: ClientApp = { id: 'app', secret: 'secret', redirectUris: [] };
const CALLBACK = 'http://127.0.0.1:8000/api/v1/auth/callback';

describe('redirectProblem', () => {
  it.each([
    [CALLBACK, [], true],
    ['http://127.8.9.1:1/api/v1/auth/callback', [], true],
    ['http://[::1]:8000/api/v1/auth/callback', [], true],
    ['http://localhost:8000/api/v1/auth/callback', [], false],
    ['http://127.0.0.1:8000/elsewhere', [], false],
    [`${CALLBACK}?next=1`, [], false],
    ['https://music.example/api/v1/auth/callback', [], false],
    ['http://127.0.0.1.evil.example/api/v1/auth/callback', [], false],
    ['', [], false],
    ['/api/v1/auth/callback', [], false],
    ['https://music.example/cb', ['https://music.example/cb'], true],
    ['https://music.example/cb/', ['https://music.example/cb'], false],
    ['http://music.example/cb', ['http://music.example/cb'], false],
    ['http://localhost:8000/cb', ['http://localhost:8000/cb'], false],
    [CALLBACK, ['https://music.example/cb'], false],
  ])('%s with %j registered: accepted %s', (address, redirectUris, accepted) => {
    expect(redirectProblem(address, { ...client, redirectUris }) === null).toBe(accepted);
  });
});

describe('checkAuthorizeRequest', () => {
  const good = { client_id: 'app', response_type: 'code', redirect_uri: CALLBACK, scope: 'user-top-read', state: 's' };
  const check = (changes: Record<string, string>) =>
    checkAuthorizeRequest(new URLSearchParams({ ...good, ...changes }), client);

  it('accepts a good request', () => {
    const request = { redirectUri: CALLBACK, state: 's', scopes: ['user-top-read'], codeChallenge: null };
    expect(check({})).toEqual({ kind: 'valid', request });
  });

  it('never sends anybody to an address that it does not trust', () => {
    expect(check({ redirect_uri: 'https://evil.example/' }).kind).toBe('refused');
    expect(check({ client_id: 'other' }).kind).toBe('refused');
  });

  it.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: 'user-top-read everything' }, 'invalid_scope'],
    [{ code_challenge: 'abc', code_challenge_method: 'plain' }, 'invalid_request'],
  ])('tells the app about %j', (changes, error) => {
    const checked = check(changes);
    const location = checked.kind === 'redirect' ? new URL(checked.location) : null;
    expect([location?.searchParams.get('error'), location?.searchParams.get('state')]).toEqual([error, 's']);
  });
});

describe('AuthorizationCodes', () => {
  const consent = { listenerId: 'mira', scopes: [], redirectUri: CALLBACK, codeChallenge: null };

  it('are good for a single use', () => {
    const codes = new AuthorizationCodes();
    const code = codes.issue(consent);
    expect(codes.redeem(code)).toMatchObject(consent);
    expect(codes.redeem(code)).toBe('unknown');
  });

  it('are good for ten minutes', () => {
    let now = 0;
    const codes = new AuthorizationCodes(() => now);
    const [early, late] = [codes.issue(consent), codes.issue(consent)];
    now = 600_000 - 1;
    expect(codes.redeem(early)).toMatchObject(consent);
    now = 600_000;
    expect(codes.redeem(late)).toBe('expired');
  });
});

describe('Tokens', () => {
  const grant = { listenerId: 'mira', scopes: ['user-top-read'] };

  it('outlive a restart, but not another secret', () => {
    const refresh = new Tokens(client, 1).issue('refresh', grant);
    expect(new Tokens(client, 1).checkRefresh(refresh)).toMatchObject(grant);
    expect(new Tokens({ ...client, secret: 'other' }, 1).checkRefresh(refresh)).toBe('invalid');
  });

  it('cannot be forged, nor used for the other purpose', () => {
    const tokens = new Tokens(client, 1);
    const [payload = '', signature = ''] = tokens.issue('access', grant).split('.');
    const forged = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('mira', 'otto')).toString(
      'base64url',
    );
    expect(tokens.checkAccess(`${payload}.${signature}`)).toMatchObject(grant);
    expect(tokens.checkAccess(`${forged}.${signature}`)).toBe('invalid');
    expect(tokens.checkRefresh(`${payload}.${signature}`)).toBe('invalid');
    expect(['', '.', 'x', 'x.y'].map((text) => tokens.checkAccess(text))).toEqual([
      'invalid',
      'invalid',
      'invalid',
      'invalid',
    ]);
  });

  it('last an hour', () => {
    let now = 1_000;
    const tokens = new Tokens(client, 1, () => now);
    const access = tokens.issue('access', grant);
    now += 3_600_000 - 1;
    expect(tokens.checkAccess(access)).toMatchObject(grant);
    now += 1;
    expect(tokens.checkAccess(access)).toBe('expired');
  });

  it('end with a revocation, and begin anew with the next consent, even within a millisecond', () => {
    const tokens = new Tokens(client, 1, () => 5);
    const [access, refresh] = [tokens.issue('access', grant), tokens.issue('refresh', grant)];
    tokens.revoke('mira');
    expect([tokens.checkAccess(access), tokens.checkRefresh(refresh)]).toEqual(['invalid', 'revoked']);
    expect(tokens.checkRefresh(tokens.issue('refresh', grant))).toMatchObject(grant);
  });

  it('can be made to run out early', () => {
    const tokens = new Tokens(client, 1, () => 5);
    const [access, refresh] = [tokens.issue('access', grant), tokens.issue('refresh', grant)];
    tokens.expireAccess('mira');
    expect(tokens.checkAccess(access)).toBe('expired');
    expect(tokens.checkRefresh(refresh)).toMatchObject(grant);
    expect(tokens.checkAccess(tokens.issue('access', grant))).toMatchObject(grant);
  });
});
