import fc from 'fast-check';
import { isForged, isOwnHost } from './foreign-pages';

const KNOWN = new Set(['music.example', '127.0.0.1']);
const TRUSTED = new Set(['https://music.example', 'http://127.0.0.1:3000']);

describe('a host that the service may be called by', () => {
  it.each([
    undefined,
    '127.0.0.1:8000',
    '127.0.0.1',
    'localhost:8000',
    'music.localhost',
    '[::1]:8000',
    '192.168.0.7:8000',
    '[fe80::1]',
    // A page at an address was served from there: no name of its own has led it here.
    '93.184.216.34:8000',
    '[2606:2800:220:1::1]',
    'nas:8000',
    'NAS.local',
    'nas.fritz.lan:8000',
    'nas.home.arpa',
    'playledger.default.svc.cluster.local',
    'music.example',
    'Music.Example:443',
    'music.example.',
    'music.example.:8000',
  ])('is %s', (host) => {
    expect(isOwnHost(host, KNOWN)).toBe(true);
  });

  it.each([
    'evil.example',
    'evil.example:8000',
    'music.example.evil.example',
    'sub.music.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example:8000',
    '1.evil',
    'evil.example.',
    '',
    ':8000',
    'music.example:port',
    'a b',
    '[::1',
  ])('is not %j', (host) => {
    expect(isOwnHost(host, KNOWN)).toBe(false);
  });

  it('is told of any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webAuthority()), (host) => {
        expect(typeof isOwnHost(host, KNOWN)).toBe('boolean');
      }),
    );
  });
});

describe('a change asked for by a page', () => {
  const host = '127.0.0.1:8000';

  it.each([
    ['no browser', {}],
    ['the page itself', { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:8000' }],
    ['the page itself, behind a proxy', { 'sec-fetch-site': 'same-origin', origin: 'https://other.example' }],
    ['a person', { 'sec-fetch-site': 'none' }],
    ['a trusted page', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:3000' }],
    ['a trusted page, in an old browser', { origin: 'https://music.example' }],
    ['the page itself, over plain HTTP', { origin: 'http://127.0.0.1:8000' }],
    ['the page itself, whatever the case of its name', { origin: 'http://nas', host: 'NAS' }],
  ])('is good from %s', (_, headers) => {
    expect(isForged({ method: 'POST', headers: { host, ...headers } }, TRUSTED)).toBe(false);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another port, which is the same site', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:9000' }],
    ['a sandboxed frame', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
    ['a form that hides its origin', { 'sec-fetch-site': 'cross-site' }],
    ['a word that no browser sends', { 'sec-fetch-site': 'Same-Origin' }],
    ['another site, in an old browser', { origin: 'https://evil.example' }],
    ['another port, in an old browser', { origin: 'http://127.0.0.1:9000' }],
    ['nowhere, in an old browser', { origin: 'null' }],
    ['a site whose name begins like a trusted one', { origin: 'https://music.example.evil.example' }],
  ])('is forged from %s', (_, headers) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect(isForged({ method, headers: { host, ...headers } }, TRUSTED)).toBe(true);
    expect(isForged({ method: 'GET', headers: { host, ...headers } }, TRUSTED)).toBe(false);
  });
});
