import { metricsAccess } from './metrics-access';

const TOKEN = 'a token of the scraper';
const access = (remoteAddress: string | undefined, headers: Record<string, string> = {}, token?: string) =>
  metricsAccess({ socket: { remoteAddress }, headers: { host: '127.0.0.1:8000', ...headers } }, token);

describe('access to the metrics', () => {
  it('is granted to programs on this machine without a token', () => {
    expect(access('127.0.0.1')).toBe('granted');
  });

  it.each<[string, Record<string, string>]>([
    ['192.0.2.1', {}],
    ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
    ['127.0.0.1', { host: 'plays.example' }],
  ])('is closed to %s with %j, who calls from elsewhere or through a proxy', (address, headers) => {
    expect(access(address, headers)).toBe('closed');
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
