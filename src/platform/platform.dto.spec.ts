import { loadSettings } from '../config/load-settings';
import { toCapabilitiesResponse } from './platform.dto';
import { PlatformApp } from './platform-app';

describe('the platform that capabilities name', () => {
  const REAL = { PLATFORM_CLIENT_ID: 'id', PLATFORM_CLIENT_SECRET: 'secret' };

  it.each<[string, NodeJS.ProcessEnv, object]>([
    ['is the sandbox without an address', {}, { sandbox: true, api_url: '' }],
    [
      'has its public address',
      { ...REAL, PLATFORM_API_URL: 'https://api.platform.example' },
      { sandbox: false, api_url: 'https://api.platform.example' },
    ],
    [
      'has no address if that is one of this machine',
      { ...REAL, PLATFORM_API_URL: 'http://[::1]:9000' },
      { sandbox: false, api_url: '' },
    ],
    [
      'has no address if that is one of this network',
      { ...REAL, PLATFORM_API_URL: 'http://stand-in:9000' },
      { sandbox: false, api_url: '' },
    ],
  ])('%s', (_, env, platform) => {
    expect(toCapabilitiesResponse(new PlatformApp(loadSettings(env)), [], null).platform).toEqual(platform);
  });
});
