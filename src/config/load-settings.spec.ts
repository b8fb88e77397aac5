import { StartError } from '../common/start-error';
import { loadSettings } from './load-settings';

const problemsOf = (env: NodeJS.ProcessEnv): string => {
  try {
    loadSettings(env);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  return '';
};

describe('loadSettings', () => {
  it('gives the documented defaults for an empty environment', () => {
    expect(loadSettings({})).toMatchObject({
      appEnv: 'development',
      appRole: 'all',
      host: '127.0.0.1',
      port: 8000,
      baseUrl: 'http://127.0.0.1:8000',
      frontendUrl: 'http://127.0.0.1:8000',
      corsOrigins: ['http://127.0.0.1:8000'],
      platformRedirectUri: 'http://127.0.0.1:8000/api/v1/auth/callback',
      rateLimitMax: 100,
      rateLimitWindowSeconds: 60,
      importMaxBytes: 1073741824,
      autoLogin: true,
      usesSandbox: true,
      databaseName: 'playledger_sandbox',
    });
  });

  it('derives the front end, its origin and the redirect address from BASE_URL', () => {
    expect(loadSettings({ BASE_URL: 'https://plays.example/' })).toMatchObject({
      baseUrl: 'https://plays.example',
      frontendUrl: 'https://plays.example',
      corsOrigins: ['https://plays.example'],
      platformRedirectUri: 'https://plays.example/api/v1/auth/callback',
    });
  });

  it('takes PORT into the address when BASE_URL is unset', () => {
    expect(loadSettings({ PORT: '9000' }).platformRedirectUri).toBe('http://127.0.0.1:9000/api/v1/auth/callback');
  });

  it('reads numbers, lists and switches', () => {
    const settings = loadSettings({
      PORT: '9000',
      CORS_ORIGINS: 'http://a.example, https://b.example',
      AUTO_LOGIN: 'false',
    });
    expect(settings).toMatchObject({
      port: 9000,
      corsOrigins: ['http://a.example', 'https://b.example'],
      autoLogin: false,
    });
  });

  it.each([
    [{ CORS_ORIGINS: 'https://a.example/, HTTP://B.example:80/app?x#y' }, ['https://a.example', 'http://b.example']],
    [{ FRONTEND_URL: 'https://plays.example/app/' }, ['https://plays.example']],
    [{ BASE_URL: 'https://plays.example/tracker' }, ['https://plays.example']],
  ])('makes origins of the addresses in %j, as browsers send them', (env, origins) => {
    expect(loadSettings(env).corsOrigins).toEqual(origins);
  });

  it('takes an empty variable for unset', () => {
    expect(loadSettings({ PORT: '', MONGODB_URI: '' })).toMatchObject({ port: 8000, mongodbUri: undefined });
  });

  it('lists every problem at once, by the name of its variable', () => {
    const problems = problemsOf({ PORT: '80x', JWT_SECRET: 'short', ENCRYPTION_KEY: 'zz', AUTO_LOGIN: 'maybe' });
    for (const variable of ['PORT', 'JWT_SECRET', 'ENCRYPTION_KEY', 'AUTO_LOGIN']) expect(problems).toContain(variable);
  });

  it.each([
    ['PORT', ['abc', '80x', '65536', '-1', '1e3'], 'must be a whole number from 0 to 65535'],
    ['PLATFORM_RATE_LIMIT_MAX', ['many', '2', '1.5', '1000001'], 'must be a whole number from 3 to 1000000'],
    ['RATE_LIMIT_MAX', ['x', '0', '-90'], 'must be a whole number of 1 or more'],
    ['AUTO_LOGIN', ['maybe', '1'], 'must be true or false'],
    ['APP_ROLE', ['both'], 'must be one of the following values: all, api, worker'],
    ['BASE_URL', ['plays', 'ftp://plays.example'], 'must be an http or https address, such as http://127.0.0.1:8000'],
    ['CORS_ORIGINS', ['a, b'], 'must be a comma-separated list of http or https origins'],
    ['ENCRYPTION_KEYS_RETIRED', [`${'0'.repeat(64)},12`], 'must be 64 hexadecimal characters'],
  ])('says what a bad %s must be', (variable, values, sentence) => {
    for (const value of values) expect(problemsOf({ [variable]: value })).toContain(`\n  ${variable} ${sentence}`);
  });

  it.each(['api', 'worker'])('demands shared services and secrets of the role %s', (role) => {
    const problems = problemsOf({ APP_ROLE: role });
    for (const variable of ['MONGODB_URI', 'REDIS_URL', 'JWT_SECRET', 'ENCRYPTION_KEY'])
      expect(problems).toContain(`${variable} must be set when APP_ROLE is ${role}`);
  });

  it('demands a platform app in production, where there is no sandbox', () => {
    expect(problemsOf({ APP_ENV: 'production' })).toContain('PLATFORM_CLIENT_ID must be set');
    const settings = loadSettings({ APP_ENV: 'production', PLATFORM_CLIENT_ID: 'id', PLATFORM_CLIENT_SECRET: 's' });
    expect(settings).toMatchObject({ usesSandbox: false, databaseName: 'playledger', devLoginOpen: false });
  });
});

describe('the dev login', () => {
  it('is open in debug or development mode, and in no other', () => {
    const APP = { PLATFORM_CLIENT_ID: 'an app', PLATFORM_CLIENT_SECRET: 'its secret' };
    const open = ['development', 'production', 'test'].flatMap((APP_ENV) =>
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
        .filter((LOG_LEVEL) => loadSettings({ ...APP, APP_ENV, LOG_LEVEL }).devLoginOpen)
        .map((level) => `${APP_ENV} ${level}`),
    );
    expect(open.filter((mode) => !mode.startsWith('development'))).toEqual(['production debug', 'test debug']);
    expect(open).toHaveLength(9);
  });
});
