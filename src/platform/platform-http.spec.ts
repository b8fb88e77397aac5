import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { HttpService } from '@nestjs/axios';
import axios from 'axios';
import { PlatformHttp } from './platform-http';
import { PlatformUnavailable } from './platform.errors';

const SECRET = 'a-secret-token';

describe('calls to the platform', () => {
  const http = new PlatformHttp(new HttpService(axios.create({ validateStatus: () => true, maxContentLength: 1_000 })));
  const headers = { authorization: `Bearer ${SECRET}` };
  let server: Server;
  let url: string;
  let answer: RequestListener;

  beforeAll(async () => {
    server = createServer((request, response) => {
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  async function failure(timeoutMs?: number): Promise<unknown> {
    return http.send({ method: 'GET', url, headers, timeoutMs }).catch((error: unknown) => error);
  }

  it('answers with any status, its JSON and its Retry-After', async () => {
    answer = (_, response) => response.writeHead(429, { 'retry-after': '7' }).end('{"error":{}}');
    expect(await http.send({ method: 'GET', url, headers })).toEqual({
      status: 429,
      body: { error: {} },
      retryAfter: '7',
    });
  });

  it('gives a body that is not JSON as text', async () => {
    answer = (_, response) => response.end('<html>');
    expect(await http.send({ method: 'GET', url, headers })).toEqual({ status: 200, body: '<html>', retryAfter: '' });
  });

  it('sends a form', async () => {
    answer = (request, response) => {
      request.setEncoding('utf8').once('data', (body: string) => {
        response.end(JSON.stringify({ type: request.headers['content-type'], body }));
      });
    };
    const form = new URLSearchParams({ code: 'a b&c' });
    expect((await http.send({ method: 'POST', url, headers, form })).body).toEqual({
      type: expect.stringContaining('application/x-www-form-urlencoded') as string,
      body: 'code=a+b%26c',
    });
  });

  it.each<[string, RequestListener, number | undefined, RegExp]>([
    ['never comes', () => undefined, 200, /no answer within 0\.2 s/],
    ['begins and never ends', (_, response) => response.write('{'), 200, /no answer within 0\.2 s/],
    ['breaks off', (_, response) => response.destroy(), undefined, /^The platform broke the connection off\./],
    [
      'is too large',
      (_, response) => response.end('x'.repeat(2_000)),
      undefined,
      /^The platform gave an answer that is broken or too long\./,
    ],
  ])(
    'fails as PlatformUnavailable when the answer %s, without a word of the request',
    async (_, behaviour, timeoutMs, message) => {
      answer = behaviour;
      const error = await failure(timeoutMs);
      expect(error).toBeInstanceOf(PlatformUnavailable);
      expect((error as Error).message).toMatch(message);
      expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(SECRET);
    },
  );

  it('says so when nobody listens', async () => {
    const error = await http
      .send({ method: 'GET', url: 'http://127.0.0.1:1/', headers })
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(PlatformUnavailable);
    expect((error as Error).message).toBe('The platform could not be reached. Try again in a minute.');
  });
});
