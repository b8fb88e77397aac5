import { type ErrorBody, read, useSandbox } from './sandbox-client';

const platform = useSandbox();

describe('access to the Web API', () => {
  it('needs a good token with the right scopes', async () => {
    expect(await read(await fetch(`${platform.url}/v1/me`))).toMatchObject({
      status: 401,
      body: { error: { status: 401, message: 'No token provided' } },
    });
    expect((await platform.api('made.up', '/me')).body).toEqual({
      error: { status: 401, message: 'Invalid access token' },
    });
    const { access_token: access } = await platform.logIn('mira', 'user-top-read');
    expect((await platform.api(access, '/me/top/artists')).status).toBe(200);
    expect((await platform.api(access, '/me/player/recently-played')).body).toEqual({
      error: { status: 403, message: 'Insufficient client scope' },
    });
    await platform.weather({ expire: ['mira'] });
    expect((await platform.api(access, '/me')).body).toEqual({
      error: { status: 401, message: 'The access token expired' },
    });
  });

  it('shows of the profile what the scopes allow', async () => {
    const whole = await platform.api<Record<string, unknown>>((await platform.logIn('ferris')).access_token, '/me');
    expect(whole.body).toMatchObject({
      id: 'ferris',
      product: 'free',
      country: 'BR',
      email: 'ferris@sandbox.invalid',
      type: 'user',
    });
    const bare = await platform.api<Record<string, unknown>>((await platform.logIn('ferris', '')).access_token, '/me');
    expect(Object.keys(bare.body)).not.toEqual(expect.arrayContaining(['email']));
    expect(bare.body.product).toBeUndefined();
  });

  it('answers unknown paths, ids and limits as the platform does', async () => {
    const { access_token: access } = await platform.logIn('mira');
    const statuses = async (...paths: string[]) =>
      Promise.all(paths.map(async (path) => (await platform.api<ErrorBody>(access, path)).body.error.status));
    expect(await statuses('/nowhere', `/tracks/${'a'.repeat(22)}`, '/tracks/short')).toEqual([404, 404, 400]);
    expect(await statuses('/me/player/recently-played?limit=51', '/me/top/tracks?limit=0', '/tracks')).toEqual([
      400, 400, 400,
    ]);
    expect(await statuses('/me/player/recently-played?after=1&before=2', '/me/top/tracks?time_range=ever')).toEqual([
      400, 400,
    ]);
  });
});
