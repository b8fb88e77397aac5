import { NotLinked, PlatformNotFound, PlatformRefused, PlatformUnavailable } from '../platform.errors';
import { closureReason } from './endpoint-families';

const ID = '3n3Ppam7vgaVa1iaRUc9Lp';

describe('a closed endpoint', () => {
  it.each([
    ['/v1/audio-features', new PlatformRefused('Forbidden')],
    ['/v1/audio-features', new PlatformRefused('it gives no reason')],
    ['/v1/tracks', new PlatformRefused('Forbidden')],
    [`/v1/playlists/${ID}/tracks`, new PlatformRefused('Forbidden')],
    ['/v1/recommendations', new PlatformNotFound('Resource not found')],
    ['/v1/browse/featured-playlists', new PlatformNotFound('Service not found')],
  ])('is told by the answer of %s: %s', (path, failure) => {
    expect(closureReason(path, failure)).toBe(failure.reason);
  });

  it.each([
    [`/v1/playlists/${ID}/tracks`, new PlatformNotFound('Resource not found')],
    [`/v1/tracks/${ID}`, new PlatformNotFound('Resource not found')],
    ['/v1/audio-features', new PlatformRefused('Insufficient client scope')],
    ['/v1/audio-features', new PlatformRefused('PREMIUM_REQUIRED')],
    ['/v1/tracks', new PlatformRefused('User not registered in the Developer Dashboard')],
    ['/v1/tracks', new PlatformRefused('Check settings on developer.platform, the user may not be registered.')],
    ['/v1/tracks', new PlatformUnavailable('answered with status 503')],
    ['/v1/tracks', new NotLinked()],
  ])('is not what the answer of %s means: %s', (path, failure) => {
    expect(closureReason(path, failure)).toBeNull();
  });
});
