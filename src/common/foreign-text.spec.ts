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
    'Try again at 12:30:05.',
    'EXPLICIT content is not for you',
    'Player command failed: Premium required',
    'Invalid playlist Id',
    'Not found.',
    'The access token expired',
    'No token provided',
    'Invalid access token; only valid bearer authentication supported',
    'Insufficient client scope (user-read-private, user-top-read)',
    "Can't find the user's playlist [404]",
    'Can’t have offset > 100,000 — limit=50 is 50% too much, e.g. in “search”…',
    'Bad request: "market" must be a 2-letter code!',
    'unbekannter Künstler, 再生できません',
    'API rate limit exceeded for user #12345. (But here’s the good news: there are 1.5 hours left.)',
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
    ['redis:6379 is away', '… is away'],
    ['Is redis.internal:6379?', 'Is …?'],
    ['tried ::1, then fd00:1:2::3', 'tried …, then …'],
    ['bound to fe80::1%eth0', 'bound to …'],
    ['see http%3A%2F%2F10.0.0.5%3A8080%2Fx', 'see …'],
    ['(unix:/tmp/x)', '(…)'],
    ['lost ws://h:1.', 'lost ….'],
    ['lost https://h:1/x', 'lost …'],
    ['lost https://user:word@api.platform.example/x', 'lost …'],
    ['lost https://api.platform.example:8443/x', 'lost …'],
    ['in ./dist/main.js', 'in …'],
    ['in dist/main.js and main.js', 'in … and …'],
    ['in src\\main', 'in …'],
    ['in ~/data', 'in …'],
    ['as root@database', 'as …'],
    ['host=redis:6379,host=10.0.0.5', '…'],
    ['host=10.0.0.5', '…'],
    ['at localhost', 'at …'],
    ['on ip-10-0-0-5', 'on …'],
    ['of database.internal, or redis.svc.cluster.local', 'of …, or …'],
    ['lost //redis/1', 'lost …'],
    ['lost cache.platform.example', 'lost …'],
    ['asked redis:user:word', 'asked …'],
    ['Oops at Object.run (node:internal/timers:95:5)', 'Oops'],
  ])('of %j leaves %j', (text, expected) => {
    expect(foreignText(text)).toBe(expected);
  });

  it('leaves no address and no path in any text', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9_-]{1,8}$/);
    const address = fc.tuple(
      fc.constantFrom('', 'http://', 'https://'),
      fc.ipV4(),
      fc.integer({ min: 1, max: 65_535 }),
    );
    const port = fc.integer({ min: 1, max: 65_535 });
    const internal = fc.oneof(
      address.map(([scheme, host, number]) => `${scheme}${host}:${number}`),
      fc.ipV6(),
      fc.tuple(name, port).map(([host, number]) => `${host}:${number}`),
      fc
        .tuple(fc.constantFrom('/', './', '../', '~/', 'C:\\'), fc.array(name, { minLength: 1, maxLength: 6 }))
        .map(([root, parts]) => `${root}${parts.join('/')}`),
      fc.webUrl({ validSchemes: ['http', 'ws', 'wss', 'redis', 'file'] }),
      fc.webUrl().map(encodeURIComponent),
      fc
        .tuple(fc.constantFrom('mongodb', 'redis'), name, name)
        .map(([scheme, user, host]) => `${scheme}://${user}@${host}/x`),
    );
    const around = fc.constantFrom('', ' ', 'failed: ', "'", '(', 'url=');
    fc.assert(
      fc.property(around, internal, fc.constantFrom('', ' ', "'", ')', ', again', '.'), (before, inner, after) => {
        expect(foreignText(`${before}${inner}${after}`)).not.toContain(inner);
      }),
      { numRuns: 1_000 },
    );
  });

  it('leaves sentences as they are', () => {
    const word = fc
      .stringMatching(/^[A-Za-z]{1,12}$/)
      .filter((text) => !/localhost/i.test(text) && !/^E[A-Z]{3,}$/.test(text));
    const sentence = fc.tuple(fc.array(word, { minLength: 1, maxLength: 12 }), fc.constantFrom('.', '!', '?', '', ':'));
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 3 }), (sentences) => {
        const text = sentences
          .map(([words, end]) => `${words.join(' ')}${end}`)
          .join(' ')
          .slice(0, 300)
          .trim();
        expect(foreignText(text)).toBe(text);
      }),
    );
  });
});
