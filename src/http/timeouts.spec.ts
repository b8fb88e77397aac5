import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { requestTimeouts } from './timeouts';

const SLOW = ['/api/v1/analytics/refresh', '/api/v1/analytics/rollup-build', '/api/v1/sync-jobs/trigger'];

describe('requestTimeouts', () => {
  let server: FastifyInstance;

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    server = fastify({ routerOptions: { ignoreTrailingSlash: true } });
    requestTimeouts(server);
    const never = (): Promise<never> => new Promise(() => undefined);
    server.get('/never', never);
    for (const path of SLOW) server.post(path, never);
    server.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
      payload.resume();
      payload.once('end', () => {
        done(null);
      });
    });
    server.post('/api/v1/history/import', never);
    server.get('/at-once', () => ({ ok: true }));
  });
  afterEach(async () => {
    jest.useRealTimers();
    await server.close();
  });

  /** Sends a request and gives it time to reach its handler. */
  const begin = async (request: InjectOptions): Promise<{ status?: number; body: string }> => {
    const state: { status?: number; body: string } = { body: '' };
    void server.inject(request).then((response) => {
      state.status = response.statusCode;
      state.body = response.body;
    });
    await settle();
    return state;
  };
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  const pass = async (seconds: number): Promise<void> => {
    jest.advanceTimersByTime(seconds * 1000);
    await settle();
  };

  it('gives up a request after 30 seconds', async () => {
    const answer = await begin({ url: '/never' });
    await pass(29.9);
    expect(answer.status).toBeUndefined();
    await pass(0.2);
    expect(answer.status).toBe(504);
    expect(JSON.parse(answer.body)).toEqual({
      detail: 'The request took longer than 30 seconds and was given up',
      request_id: expect.any(String) as string,
    });
  });

  it.each(SLOW)('lets %s work for 120 seconds, with or without a trailing slash', async (path) => {
    const answers = [
      await begin({ method: 'POST', url: path }),
      await begin({ method: 'POST', url: `${path}/` }),
      await begin({ method: 'POST', url: `${path}?period=week` }),
    ];
    await pass(119);
    expect(answers.map(({ status }) => status)).toEqual([undefined, undefined, undefined]);
    await pass(2);
    expect(answers.map(({ status }) => status)).toEqual([504, 504, 504]);
  });

  it('starts the clock of an upload when its body is in', async () => {
    const body = new Readable({ read: () => undefined });
    const answer = await begin({
      method: 'POST',
      url: '/api/v1/history/import',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: body,
    });
    await pass(3600);
    expect(answer.status).toBeUndefined();
    body.push(null);
    await once(body, 'end');
    await settle();
    await pass(119);
    expect(answer.status).toBeUndefined();
    await pass(2);
    expect(answer.status).toBe(504);
  });

  it('closes the connection of a body that is still on its way then', async () => {
    server.post('/body', () => ({ ok: true }));
    const begun = new Promise<void>((resolve) => {
      server.addHook('onRequest', (_request, _reply, next) => {
        next();
        resolve();
      });
    });
    await server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.write('POST /body HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{');
    await begun;
    jest.advanceTimersByTime(30_000);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 504 .*connection: close/is);
  });

  it('leaves an answer that came in time alone', async () => {
    const answer = await begin({ url: '/at-once' });
    await pass(3600);
    expect(answer).toEqual({ status: 200, body: '{"ok":true}' });
    expect(jest.getTimerCount()).toBe(0);
  });
});
