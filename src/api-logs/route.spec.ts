import fc from 'fast-check';
import { pathOf, routeOf } from './route';

describe('the path of an address', () => {
  it.each([
    ['https://api.example/v1/me?market=SE', '/v1/me'],
    ['http://127.0.0.1:8001/v1/tracks?ids=a,b#x', '/v1/tracks'],
    ['http://[::1]:8001/api/token', '/api/token'],
    ['https://api.example', '/'],
    ['https://api.example?code=secret', '/'],
    ['/v1/me?x=1', '/v1/me'],
    ['no address at all?token=secret', 'no address at all'],
  ])('%s is %s', (url, path) => {
    expect(pathOf(url)).toBe(path);
  });

  it('never carries anything of the query', () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.string({ minLength: 1 }), (url, secret) => {
        expect(pathOf(`${url}?token=${encodeURIComponent(secret)}`)).not.toContain('token=');
      }),
    );
  });
});

describe('the route of a path', () => {
  it.each([
    ['/v1/me', '/v1/me'],
    ['/v1/tracks/3n3Ppam7vgaVa1iaRUc9Lp', '/v1/tracks/{id}'],
    ['/v1/playlists/3n3Ppam7vgaVa1iaRUc9Lp/tracks', '/v1/playlists/{id}/tracks'],
    ['/v1/me/player/recently-played', '/v1/me/player/recently-played'],
    ['/v1/tracks/3n3Ppam7vgaVa1iaRUc9L', '/v1/tracks/3n3Ppam7vgaVa1iaRUc9L'],
    ['/', '/'],
  ])('%s is %s', (path, route) => {
    expect(routeOf(path)).toBe(route);
  });
});
