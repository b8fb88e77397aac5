import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openConnection, readAnswer, sendRaw } from '../support/raw-http';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';

const HOST = 'Host: 127.0.0.1\r\n';

describe('a connection', () => {
  let api: TestApp;
  let user: SignedIn;

  beforeAll(async () => {
    api = await createTestApp({ env: { APP_ROLE: 'api' } });
    user = await api.signIn();
  });
  afterAll(() => api.close());

  it.each([
    ['no HTTP', 'HELO nobody\r\n\r\n', 400],
    ['a head that is too long', `GET / HTTP/1.1\r\n${HOST}X: ${'x'.repeat(600_000)}\r\n\r\n`, 431],
    ['an address that is too long', `GET /${'x'.repeat(600_000)} HTTP/1.1\r\n${HOST}\r\n`, 431],
    [
      'two lengths, by which two requests could hide in one',
      `POST /api/v1/auth/logout HTTP/1.1\r\n${HOST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['a header with a bare line feed', `GET / HTTP/1.1\r\n${HOST}X: a\nHost: evil.example\r\n\r\n`, 400],
    ['a path that is no text', `GET /%zz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, 400],
    [
      'a content type that is none',
      `POST /api/v1/auth/logout HTTP/1.1\r\n${HOST}Content-Type: ;;\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
      422,
    ],
  ])('that carries %s is answered with the common error, and closed', async (_, bytes, expected) => {
    const { status, head, body } = await sendRaw(api.url, bytes);
    expect(status).toBe(expected);
    const { detail, request_id, ...others } = JSON.parse(body) as Record<string, unknown>;
    expect(detail).toBeTruthy();
    expect(head.toLowerCase()).toContain(`x-request-id: ${String(request_id)}`);
    expect(others).toEqual({});
  });

  it('that is opened and left in the middle of a request holds nobody up', async () => {
    const head = `POST /api/v1/users/me HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n`;
    const sockets = await Promise.all(
      Array.from({ length: 300 }, async (_, index) => {
        const socket = await openConnection(api.url);
        socket.write(index % 2 === 0 ? head : `${head}Content-Length: 1000\r\n\r\n{"timezone":`);
        return socket;
      }),
    );
    const started = performance.now();
    for (let call = 0; call < 10; call += 1)
      expect((await api.call('/api/v1/users/me', { as: user })).status).toBe(200);
    // Generous: this takes some 30 ms.
    expect(performance.now() - started).toBeLessThan(3_000);
    await Promise.all(sockets.map((socket) => closed(socket.destroy())));
  });

  it('may stay silent for 150 s, take 60 s for a head and an hour for a request', () => {
    const { timeout, headersTimeout, requestTimeout } = serverOf(api);
    expect({ timeout, headersTimeout, requestTimeout }).toEqual({
      timeout: 150_000,
      headersTimeout: 60_000,
      requestTimeout: 3_600_000,
    });
  });

  it('on which an upload has come to a stop is closed then, and nothing is left of the upload', async () => {
    const server = serverOf(api);
    const { timeout } = server;
    server.setTimeout(1_000);
    const socket = await openConnection(api.url);
    socket.write(
      `POST /api/v1/history/import HTTP/1.1\r\n${HOST}Authorization: Bearer ${user.token}\r\n` +
        'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n' +
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n[{"ts":',
    );
    const folders = (): string[] => readdirSync(join(api.settings.dataDir, 'imports'));
    while (folders().length === 0) await sleep(5);
    server.setTimeout(timeout);
    await readAnswer(socket);
    while (folders().length > 0) await sleep(5);
    expect(folders()).toEqual([]);
  });
});

const serverOf = (api: TestApp): Server => api.app.getHttpServer();

async function closed(socket: Socket): Promise<void> {
  if (!socket.closed) await once(socket, 'close');
}
