import { loadSettings } from '../../config/load-settings';
import type { Check } from '../check';
import { ExposureCheck } from './exposure.check';
import { OriginsCheck } from './origins.check';
import { ProxyCheck } from './proxy.check';
import { RedirectCheck } from './redirect.check';

const APP = { PLATFORM_CLIENT_ID: 'id', PLATFORM_CLIENT_SECRET: 'secret' };
const BEHIND_PROXY = { BASE_URL: 'https://plays.example', TRUST_PROXY_HOPS: '1', AUTO_LOGIN: 'false' };

const CHECKS = { RedirectCheck, ProxyCheck, OriginsCheck, ExposureCheck };

/** The lines of a check, as `verdict text`. */
async function linesOf(name: keyof typeof CHECKS, env: NodeJS.ProcessEnv): Promise<string[]> {
  const check: Check = new CHECKS[name](loadSettings(env));
  return (await check.run()).map(({ verdict, text }) => `${verdict} ${text}`);
}

describe.each(Object.keys(CHECKS) as (keyof typeof CHECKS)[])('%s', (name) => {
  it.each<[string, NodeJS.ProcessEnv]>([
    ['nothing is set', {}],
    ['another port', { PORT: '9000' }],
    ['a proxy', { ...APP, ...BEHIND_PROXY, APP_ENV: 'production' }],
    ['a front end elsewhere', { FRONTEND_URL: 'http://127.0.0.1:5173' }],
  ])('finds nothing wrong with %s', async (_, env) => {
    expect(await linesOf(name, env)).toEqual([expect.stringMatching(/^ok /)]);
  });
});

describe('the doctor on settings', () => {
  it.each<[keyof typeof CHECKS, NodeJS.ProcessEnv, RegExp]>([
    ['RedirectCheck', { BASE_URL: 'http://localhost:8000' }, /^problem .* refuses localhost/],
    ['RedirectCheck', { BASE_URL: 'http://plays.example' }, /^problem .* takes http for 127\.0\.0\.1 only/],
    [
      'RedirectCheck',
      { PLATFORM_REDIRECT_URI: 'http://127.0.0.1:8000/callback' },
      /^problem .* path is not \/api\/v1\/auth\/callback/,
    ],
    [
      'RedirectCheck',
      { ...BEHIND_PROXY, PLATFORM_REDIRECT_URI: 'https://other.example/api/v1/auth/callback' },
      /^problem .* at other\.example, but BASE_URL is at plays\.example/,
    ],
    [
      'RedirectCheck',
      { BASE_URL: 'http://127.0.0.1:8080' },
      /^problem .* at port 8080, but Playledger listens on 8000/,
    ],
    ['ProxyCheck', { BASE_URL: 'https://plays.example' }, /^problem .* TRUST_PROXY_HOPS is 0/],
    ['ProxyCheck', { TRUST_PROXY_HOPS: '2' }, /^warning TRUST_PROXY_HOPS is 2, but BASE_URL is no https/],
    ['ProxyCheck', { ...APP, APP_ENV: 'production' }, /^problem APP_ENV=production gives out cookies for https/],
    [
      'OriginsCheck',
      { FRONTEND_URL: 'https://ui.example', CORS_ORIGINS: 'https://other.example' },
      /^problem FRONTEND_URL is at https:\/\/ui\.example, which CORS_ORIGINS does not list/,
    ],
    ['ExposureCheck', { ...BEHIND_PROXY, AUTO_LOGIN: 'true' }, /^warning .* set AUTO_LOGIN=false/],
    ['ExposureCheck', BEHIND_PROXY, /^warning .*dev-login; set APP_ENV=production/],
  ])('%s of %j', async (name, env, line) => {
    expect(await linesOf(name, env)).toContainEqual(expect.stringMatching(line));
  });
});
