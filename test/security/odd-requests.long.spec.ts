import fc, { type Arbitrary } from 'fast-check';
import { ApiDocument } from '../support/api-document/document';
import { sendRaw } from '../support/raw-http';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';

const RUNS = process.env.CI === undefined ? 300 : 3_000;
const AT_ONCE = 10;

const bytes = (isAllowed: (byte: number) => boolean): Arbitrary<string> =>
  fc.uint8Array({ maxLength: 60 }).map((any) => Buffer.from(any.filter(isAllowed)).toString('latin1'));
const HEADER_TEXT = bytes((byte) => byte === 9 || (byte >= 32 && byte !== 127));
const QUERY = fc.oneof(
  bytes((byte) => byte > 32 && byte !== 127 && byte !== 35),
  fc.constantFrom('%', '%zz', '%c3%28', '%00', '&&&===', 'a[b[c[d[e[f]]]]]]=1', '?'.repeat(50), 'limit=%31', 'page=１'),
  fc
    .array(fc.constantFrom('limit', 'page', 'artist', '=', '&', '%', '1', '[]', '*', '%F0%9F'), { maxLength: 8 })
    .map((parts) => parts.join('')),
);

const HEADERS: Record<string, Arbitrary<string>> = {
  Cookie: fc.oneof(
    HEADER_TEXT,
    HEADER_TEXT.map((value) => `playledger_session=${value}; playledger_login_state=${value}`),
  ),
  Authorization: fc.oneof(
    HEADER_TEXT,
    HEADER_TEXT.map((value) => `Bearer ${value}`),
    fc.constant('Bearer ..'),
  ),
  Accept: fc.oneof(HEADER_TEXT, fc.constantFrom('text/html', '*/*;q=x', ',,,')),
  'Accept-Encoding': fc.oneof(HEADER_TEXT, fc.constantFrom('gzip;q=0', 'br', 'identity;q=0', '*;q=0')),
  Range: fc.oneof(HEADER_TEXT, fc.constantFrom('bytes=0-', 'bytes=-1', 'bytes=9-1', `bytes=${'0-1,'.repeat(100)}`)),
  'If-None-Match': HEADER_TEXT,
  'If-Modified-Since': fc.oneof(HEADER_TEXT, fc.constant('Thu, 01 Jan 9999999 00:00:00 GMT')),
  'X-Forwarded-For': fc.oneof(HEADER_TEXT, fc.constantFrom(',,,', '::', '1.2.3.4, [::1]:80')),
  'X-Forwarded-Host': HEADER_TEXT,
  'X-Request-ID': HEADER_TEXT,
  Origin: fc.oneof(HEADER_TEXT, fc.constantFrom('null', 'http://', 'http://[')),
  'Sec-Fetch-Site': HEADER_TEXT,
  'Content-Type': fc.oneof(
    HEADER_TEXT,
    fc.constantFrom('application/json', 'multipart/form-data', 'text/plain; charset=x'),
  ),
  'Last-Event-ID': HEADER_TEXT,
};

describe('requests whose bytes no client would send', () => {
  let api: TestApp;
  let user: SignedIn;
  let paths: string[];

  beforeAll(async () => {
    api = await createTestApp({ env: { APP_ROLE: 'api', TRUST_PROXY_HOPS: '1' } });
    user = await api.signIn();
    const { operations } = await ApiDocument.of(api);
    const reads = operations.filter(({ method }) => method === 'GET').map(({ path }) => path.replace(/\{\w+\}/g, 'x'));
    paths = [...reads, '/', '/assets/page.css', '/api/docs', '/nope', '/metrics'];
  });
  afterAll(() => api.close());

  it('are answered, and never by a fault', async () => {
    const path = fc.nat().map((index) => paths[index % paths.length] ?? '/');
    const names = fc.uniqueArray(fc.constantFrom(...Object.keys(HEADERS)), { maxLength: 4 });
    const headers = names.chain((chosen) =>
      fc.tuple(...chosen.map((name) => (HEADERS[name] ?? HEADER_TEXT).map((value) => `${name}: ${value}\r\n`))),
    );
    const request = fc.tuple(path, QUERY, headers, fc.boolean()).map(([to, query, lines, isSignedIn]) => {
      const session = isSignedIn ? `Authorization: Bearer ${user.token}\r\n` : '';
      return `GET ${to}?${query} HTTP/1.1\r\nHost: 127.0.0.1\r\n${session}${lines.join('')}Connection: close\r\n\r\n`;
    });
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (requests) => {
        await Promise.all(
          requests.map(async (raw) => {
            const { status, head, body } = await sendRaw(api.url, Buffer.from(raw, 'latin1'));
            // 502 and 503 would be the platform's, which nobody here is linked to.
            if (status < 200 || status >= 500) throw new Error(`${JSON.stringify(raw)}: ${status} ${body}`);
            if (status >= 400 && /^content-type: application\/json/im.test(head))
              expect(Object.keys(JSON.parse(body) as object)).toEqual(['detail', 'request_id']);
          }),
        );
      }),
      { numRuns: RUNS / AT_ONCE, endOnFailure: true },
    );
    expect((await api.call('/api/v1/users/me', { as: user })).status).toBe(200);
  }, 120_000);
});
