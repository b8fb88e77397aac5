import { loadSettings } from '../config/load-settings';
import { PlatformApp } from './platform-app';

describe('the platform app', () => {
  it('is the sandbox’s, on this machine, when no client id is set', () => {
    expect(new PlatformApp(loadSettings({ SANDBOX_PORT: '8123', BASE_URL: 'http://127.0.0.1:9000' }))).toMatchObject({
      isSandbox: true,
      clientId: 'playledger-sandbox',
      clientSecret: 'playledger-sandbox-secret',
      redirectUri: 'http://127.0.0.1:9000/api/v1/auth/callback',
      apiUrl: 'http://127.0.0.1:8123',
      accountsUrl: 'http://127.0.0.1:8123',
    });
  });

  it('is the configured one otherwise', () => {
    const settings = loadSettings({
      PLATFORM_CLIENT_ID: 'id',
      PLATFORM_CLIENT_SECRET: 'secret',
      PLATFORM_REDIRECT_URI: 'https://music.example/api/v1/auth/callback',
      PLATFORM_API_URL: 'https://api.platform.example/',
      PLATFORM_ACCOUNTS_URL: 'https://accounts.platform.example',
    });
    expect(new PlatformApp(settings)).toMatchObject({
      isSandbox: false,
      clientId: 'id',
      clientSecret: 'secret',
      redirectUri: 'https://music.example/api/v1/auth/callback',
      apiUrl: 'https://api.platform.example',
      accountsUrl: 'https://accounts.platform.example',
    });
  });

  it('calls the platform modestly, the sandbox quickly, and either as the settings say', () => {
    const callsOf = (env: NodeJS.ProcessEnv) => new PlatformApp(loadSettings(env)).pace.callsPerWindow;
    const real = { PLATFORM_CLIENT_ID: 'id', PLATFORM_CLIENT_SECRET: 'secret' };
    expect(callsOf(real)).toEqual({ interactive: 30, background: 60 });
    expect(callsOf({})).toEqual({ interactive: 6_000, background: 12_000 });
    expect(callsOf({ ...real, PLATFORM_RATE_LIMIT_MAX: '200' })).toEqual({ interactive: 66, background: 134 });
    expect(callsOf({ PLATFORM_RATE_LIMIT_MAX: '3' })).toEqual({ interactive: 1, background: 2 });
  });
});
