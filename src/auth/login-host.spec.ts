import { loginAtCallbackHost } from './login-host';

const LOOPBACK = 'http://127.0.0.1:8000/api/v1/auth/callback';

describe('what-hurts 15 and 16: no login loops between hosts', () => {
  const at = (hostname: string, redirectUri: string, query: Record<string, unknown> = {}) =>
    loginAtCallbackHost({ hostname, query }, redirectUri);

  it.each([
    ['127.0.0.1', LOOPBACK],
    ['[::1]', 'http://[::1]:8000/api/v1/auth/callback'],
    ['Music.Example', 'https://music.example/api/v1/auth/callback'],
    ['', LOOPBACK],
  ])('lets a browser at %j be for %s', (hostname, redirectUri) => {
    expect(at(hostname, redirectUri)).toBeUndefined();
  });

  it.each([
    ['localhost', LOOPBACK, 'http://127.0.0.1:8000/api/v1/auth/login?host=checked'],
    ['192.168.1.5', LOOPBACK, 'http://127.0.0.1:8000/api/v1/auth/login?host=checked'],
    [
      '127.0.0.1',
      'https://music.example/tracker/api/v1/auth/callback',
      'https://music.example/tracker/api/v1/auth/login?host=checked',
    ],
  ])('sends a browser at %s to where %s is', (hostname, redirectUri, login) => {
    expect(at(hostname, redirectUri)).toBe(login);
  });

  it('does not send a browser twice: behind a proxy that hides the host it would never end', () => {
    expect(at('playledger', 'https://music.example/api/v1/auth/callback', { host: 'checked' })).toBeUndefined();
  });
});
