import fc from 'fast-check';
import { foreignText } from './foreign-text';

describe('foreignText', () => {
  it.each([
    'PREMIUM_REQUIRED',
    'Player command failed: Restriction violated',
    'Invalid track uri: spotify:track:4uLU6hMCjMI75M1A2tKUQC',
    'Check settings on developer.platform.example/dashboard, the user may not be registered.',
    'See https://developer.platform.example/documentation/web-api for 50/50 and and/or.',
    'API rate limit exceeded at 12:30',
  ])('leaves %j as it is', (text) => {
    expect(foreignText(text)).toBe(text);
  });

  it.each([
    ['connect ECONNREFUSED 127.0.0.1:8001', 'connect ECONNREFUSED …'],
    ['connect ENOENT /run/redis/redis.sock', 'connect ENOENT …'],
    ['getaddrinfo ENOTFOUND database.internal', 'getaddrinfo ENOTFOUND …'],
    ['upstream http://10.0.0.5:8080/v1/me is away', 'upstream … is away'],
    ["ENOSPC: no space left on device, write '/var/lib/app/data.mdb'", "ENOSPC: no space left on device, write '…'"],
    ['cannot open C:\\app\\data\\x.json', 'cannot open …'],
    ['Oops\n    at read (/srv/app/main.js:10:5)', 'Oops'],
    ['Oops at read (/srv/app/main.js:10:5)', 'Oops'],
    ['tried [::1]:6379', 'tried …'],
  ])('of %j leaves %j', (text, expected) => {
    expect(foreignText(text)).toBe(expected);
  });

  it('leaves no address and no path of two parts in any text', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9_-]{1,8}$/);
    const address = fc.tuple(
      fc.constantFrom('', 'http://', 'https://'),
      fc.ipV4(),
      fc.integer({ min: 1, max: 65_535 }),
    );
    const internal = fc.oneof(
      address.map(([scheme, host, port]) => `${scheme}${host}:${port}`),
      fc.array(name, { minLength: 2, maxLength: 6 }).map((parts) => `/${parts.join('/')}`),
      fc
        .tuple(fc.constantFrom('mongodb', 'redis'), name, name)
        .map(([scheme, user, host]) => `${scheme}://${user}@${host}/x`),
    );
    const around = fc.constantFrom('', ' ', 'failed: ', "'", '(');
    fc.assert(
      fc.property(around, internal, fc.constantFrom('', ' ', "'", ')', ', again'), (before, inner, after) => {
        expect(foreignText(`${before}${inner}${after}`)).not.toContain(inner);
      }),
    );
  });
});
