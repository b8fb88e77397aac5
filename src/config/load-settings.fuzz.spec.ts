import fc from 'fast-check';
import { StartError } from '../common/start-error';
import { loadSettings } from './load-settings';
import { Settings } from './settings';

const RUNS = process.env.CI === undefined ? 500 : 5_000;

const NAMES = [...Object.keys(loadSettings({})), 'mongodbUri', 'redisUrl', 'jwtSecret', 'encryptionKey']
  .concat('platformClientId', 'platformClientSecret', 'updateRepository', 'metricsToken')
  .map((property) => property.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase());
const VALUES = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.webUrl(),
  fc.integer().map(String),
  fc.constantFrom('true', 'false', 'production', 'api', 'worker', '-1', '1e9', '0x10', ' 8000 ', 'NaN', 'Infinity'),
  fc.constantFrom('http://', 'http://:80', 'http://[::1', 'http://a b', 'javascript:alert(1)', 'file:///etc/passwd'),
  fc.constantFrom('http://user:secret@host', 'http://host?x#y', '//host', 'http://host/path/', ',,,', 'a@b,,http://c'),
  fc.constantFrom('f'.repeat(64), 'x'.repeat(100_000), 'mongodb://', 'redis://', '/', '\u0000'),
);

describe('any environment', () => {
  it('is either good to start with, or has its problems told by the names of the variables', () => {
    const environment = fc.dictionary(fc.constantFrom(...NAMES, '__proto__', 'PATH', 'TOSTRING'), VALUES, {
      maxKeys: 6,
    });
    fc.assert(
      fc.property(environment, (env) => {
        try {
          const settings = loadSettings(env);
          expect(settings).toBeInstanceOf(Settings);
          for (const address of [
            settings.baseUrl,
            settings.frontendUrl,
            settings.platformRedirectUri,
            ...settings.corsOrigins,
          ])
            expect(new URL(address).protocol).toMatch(/^https?:$/);
          expect(Object.values(settings).some(Number.isNaN)).toBe(false);
          expect(settings.appEnv === 'production' && settings.usesSandbox).toBe(false);
        } catch (error) {
          if (!(error instanceof StartError)) throw error;
          const [, ...problems] = error.message.split('\n  ');
          expect(problems.length).toBeGreaterThan(0);
          for (const problem of problems) expect(NAMES).toContain(problem.split(' ')[0]);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
