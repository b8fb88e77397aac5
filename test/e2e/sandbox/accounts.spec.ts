import { createHash } from 'node:crypto';
import { authorizeFields, CALLBACK, SCOPES, useSandbox } from './sandbox-client';

const platform = useSandbox();

describe('the consent page', () => {
  it('is a form that works without scripts and says that all of it is invented', async () => {
    const response = await fetch(`${platform.url}/authorize?${authorizeFields({ state: 'a"><b' }).toString()}`);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(page).toContain('<form method="post" action="/authorize">');
    expect(page).toContain('name="state" value="a&quot;&gt;&lt;b"');
    expect(page.match(/type="radio" name="user"/g)).toHaveLength(6);
    expect(page).toMatch(/name="decision" value="approve"[\s\S]*name="decision" value="deny"/);
    expect(page).toContain('sandbox platform');
    expect(page).not.toContain('<script');
  });

  it('sends the person back with a code and the state, or with access_denied', async () => {
    const approved = await platform.decide({ user: 'otto' });
    expect(`${approved.origin}${approved.pathname}`).toBe(CALLBACK);
    expect(approved.searchParams.get('state')).toBe('s1');
    expect(approved.searchParams.get('code')).toMatch(/^[\w-]{40,}$/);
    const denied = await platform.decide({ decision: 'deny' });
    expect(denied.search).toBe('?error=access_denied&state=s1');
  });

  it.each(['http://localhost:8000/api/v1/auth/callback', 'https://evil.example/api/v1/auth/callback', ''])(
    'never sends anybody to %s',
    async (address) => {
      for (const method of ['GET', 'POST']) {
        const fields = authorizeFields({ redirect_uri: address, user: 'mira', decision: 'approve' });
        const request = method === 'GET' ? { url: `?${fields.toString()}` } : { url: '', body: fields };
        const response = await fetch(`${platform.url}/authorize${request.url}`, {
          method,
          body: request.body ?? null,
          redirect: 'manual',
        });
        expect(response.status).toBe(400);
        expect(await response.text()).toContain('redirect_uri');
      }
    },
  );
});

describe('the token endpoint', () => {
  it('exchanges a code once, for an hour', async () => {
    const code = (await platform.decide({})).searchParams.get('code') ?? '';
    const form = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
    const first = await platform.token(form);
    expect(first).toMatchObject({ status: 200, body: { token_type: 'Bearer', scope: SCOPES, expires_in: 3_600 } });
    expect(await platform.token(form)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('refuses another redirect address, another secret, and a code that nobody issued', async () => {
    const code = async () => (await platform.decide({})).searchParams.get('code') ?? '';
    const form = { grant_type: 'authorization_code', redirect_uri: CALLBACK };
    const elsewhere = 'http://127.0.0.1:9/api/v1/auth/callback';
    expect((await platform.token({ ...form, code: await code(), redirect_uri: elsewhere })).body).toMatchObject({
      error: 'invalid_grant',
    });
    expect((await platform.token({ ...form, code: await code() }, 'wrong')).body).toMatchObject({
      error: 'invalid_client',
    });
    expect((await platform.token({ ...form, code: 'made-up' })).body).toMatchObject({ error: 'invalid_grant' });
    expect((await platform.token({ grant_type: 'password' })).body).toMatchObject({ error: 'unsupported_grant_type' });
  });

  it('holds an app to its PKCE challenge', async () => {
    const verifier = 'v'.repeat(64);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
    const exchange = async (extra: Record<string, string>) => {
      const code = (await platform.decide(pkce)).searchParams.get('code') ?? '';
      return (await platform.token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...extra }))
        .status;
    };
    expect(await exchange({ code_verifier: verifier })).toBe(200);
    expect(await exchange({ code_verifier: 'wrong' })).toBe(400);
    expect(await exchange({})).toBe(400);
  });

  it('refreshes without a new refresh token, or with one when told to', async () => {
    const { refresh_token: refresh } = await platform.logIn('mira');
    const form = { grant_type: 'refresh_token', refresh_token: refresh };
    const refreshed = await platform.token(form);
    expect(refreshed.status).toBe(200);
    expect(refreshed.body.refresh_token).toBeUndefined();
    expect((await platform.api(refreshed.body.access_token, '/me')).status).toBe(200);
    await platform.weather({ rotate_refresh_tokens: true });
    expect((await platform.token(form)).body.refresh_token).toEqual(expect.stringMatching(/\./));
  });

  it('refuses everything of a listener who has removed the app, until they let it in again', async () => {
    const { access_token: access, refresh_token: refresh } = await platform.logIn('mira');
    await platform.weather({ revoke: ['mira'] });
    expect((await platform.api(access, '/me')).status).toBe(401);
    expect(await platform.token({ grant_type: 'refresh_token', refresh_token: refresh })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Refresh token revoked' },
    });
    expect((await platform.api((await platform.logIn('mira')).access_token, '/me')).status).toBe(200);
  });
});
