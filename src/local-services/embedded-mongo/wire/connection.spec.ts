import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { decode } from '../bson/decode';
import { encode } from '../bson/encode';
import { serveConnection } from './connection';

const TIMEOUT_MS = 100;

describe('a connection', () => {
  const folder = mkdtempSync(join(tmpdir(), 'connection-'));
  const path = join(folder, 'test.sock');
  let server: Server;
  let client: Socket;

  beforeEach(async () => {
    server = createServer((socket) => {
      serveConnection(socket, () => Promise.resolve([encode({ ok: 1 })]), TIMEOUT_MS);
    });
    server.listen(path);
    await once(server, 'listening');
    client = connect(path);
  });
  afterEach(async () => {
    client.destroy();
    server.close();
    await once(server, 'close');
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  test('that stays within a message is ended with an error', async () => {
    client.write(message().subarray(0, 20));
    const [reply] = (await once(client, 'data')) as [Buffer];
    expect(decode(reply, 21)).toMatchObject({
      ok: 0,
      code: 22,
      errmsg: expect.stringContaining('not complete after 100 ms') as string,
    });
    await once(client, 'close');
  });

  test('may be idle, and send a message in pieces', async () => {
    for (const pieces of [[message()], [message().subarray(0, 20), message().subarray(20)]]) {
      for (const piece of pieces) client.write(piece);
      const [reply] = (await once(client, 'data')) as [Buffer];
      expect(decode(reply, 21)).toEqual({ ok: 1 });
      await sleep(TIMEOUT_MS * 1.5);
    }
    expect(client.closed).toBe(false);
  });
});

function message(): Buffer {
  const body = encode({ ping: 1, $db: 'admin' });
  const head = Buffer.alloc(21);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(2013, 12);
  return Buffer.concat([head, body]);
}
