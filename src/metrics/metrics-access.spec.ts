import { metricsAccess } from './metrics-access';

const TOKEN = 'a token of the scraper';
const access = (remoteAddress: string | undefined, headers: Record<string, string> = {}, token?: string) =>
  metricsAccess({ socket: { remoteAddress }, headers: { host: '127.0.0.1:8000', ...headers } }, token);

describe('access to the metrics', () => {
  it.each(['127.0.0.1', '127.8.0.3', '::1', '::ffff:127.0.0.1'])('is granted to %s without a token', (address) => {
    expect(access(address)).toBe('granted');
  });

  it.each(['192.0.2.1', '::ffff:192.0.2.1', '10.0.0.1', '2001:db8::1', undefined])('is closed to %s', (address) => {
    expect(access(address)).toBe('closed');
  });

  it.each<Record<string, string>>([
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-for': '' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { via: '1.1 proxy' },
    { host: 'plays.example' },
    { host: '127.0.0.1.plays.example' },
  ])('is closed to loopback with %j, which comes from a proxy or by a foreign name', (headers) => {
    expect(access('127.0.0.1', headers)).toBe('closed');
  });

  it.each(['localhost:8000', 'LOCALHOST', '[::1]:8000', '127.0.0.2'])('knows %s for a name of loopback', (host) => {
    expect(access('::1', { host })).toBe('granted');
  });

  it('is granted from everywhere with the token, whoever forwards it', () => {
    const headers = { authorization: `Bearer ${TOKEN}`, host: 'plays.example', 'x-forwarded-for': '192.0.2.1' };
    expect(access('192.0.2.1', headers, TOKEN)).toBe('granted');
    expect(access('192.0.2.1', { authorization: `bearer  ${TOKEN}` }, TOKEN)).toBe('granted');
  });

  it.each<Record<string, string>>([
    {},
    { authorization: 'Bearer another token of the scraper' },
    { authorization: `Bearer ${TOKEN}s` },
    { authorization: TOKEN },
    { authorization: `Basic ${TOKEN}` },
    { authorization: 'Bearer ' },
  ])('is refused with %j where there is a token, to loopback too', (headers) => {
    expect(access('127.0.0.1', headers, TOKEN)).toBe('refused');
  });
});
