import { isLocalCaller } from './local-caller';

const isLocal = (remoteAddress: string | undefined, headers: Record<string, string> = {}, believesProxies = false) =>
  isLocalCaller({ socket: { remoteAddress }, headers: { host: '127.0.0.1:8000', ...headers } }, believesProxies);

describe.each([false, true])('a caller, while proxies are believed: %s', (believesProxies) => {
  it.each(['127.0.0.1', '127.8.0.3', '::1', '::ffff:127.0.0.1'])('is local at %s', (address) => {
    expect(isLocal(address, {}, believesProxies)).toBe(true);
  });

  it.each(['192.0.2.1', '::ffff:192.0.2.1', '10.0.0.1', '2001:db8::1', undefined])('is not local at %s', (address) => {
    expect(isLocal(address, {}, believesProxies)).toBe(false);
  });

  it.each(['localhost:8000', 'LOCALHOST', '[::1]:8000', '127.0.0.2'])('may call by the name %s', (host) => {
    expect(isLocal('::1', { host }, believesProxies)).toBe(true);
  });

  it.each<Record<string, string>>([
    { 'x-forwarded-for': '' },
    { 'x-forwarded-for': '192.0.2.1' },
    { 'x-forwarded-for': '127.0.0.1, 192.0.2.1' },
    { 'x-forwarded-for': '192.0.2.1, 127.0.0.1' },
    { 'x-forwarded-for': 'unknown' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { via: '1.1 proxy' },
    { host: 'plays.example' },
    { host: '127.0.0.1.plays.example' },
  ])('is not local with %j, which comes from a proxy or by a foreign name', (headers) => {
    expect(isLocal('127.0.0.1', headers, believesProxies)).toBe(false);
  });
});

describe('a caller behind a proxy', () => {
  it.each(['127.0.0.1', '::1', '127.0.0.1, ::1'])('that is believed is local when it reports %s', (reported) => {
    const headers = { 'x-forwarded-for': reported, 'x-real-ip': '127.0.0.1', host: 'plays.example' };
    expect(isLocal('127.0.0.1', headers, true)).toBe(true);
  });

  it('that is not believed is not local, whatever it reports', () => {
    expect(isLocal('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, false)).toBe(false);
  });

  it('on another machine is not local, whatever it reports', () => {
    expect(isLocal('192.0.2.1', { 'x-forwarded-for': '127.0.0.1' }, true)).toBe(false);
  });
});
