import { once } from 'node:events';
import { createServer } from 'node:net';

// Below those that a system gives to connections (32768 and up on Linux): one of these would be taken by any connection
// that somebody makes before the server listens, and while it is started again. Above 10080, the last that `fetch` refuses.
const FIRST_PORT = 11_000;
const PORTS_OF_A_WORKER = 1_000;
const WORKERS = 20;

// Each of Jest's workers has ports of its own, so that two of them never mean to listen on the same one.
const worker = Number(process.env.JEST_WORKER_ID ?? 0) % WORKERS;
let next = Math.floor(Math.random() * PORTS_OF_A_WORKER);

/** A port of the loopback interface that nobody listens on; another one with each call. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < PORTS_OF_A_WORKER; tried++) {
    const port = FIRST_PORT + worker * PORTS_OF_A_WORKER + (next++ % PORTS_OF_A_WORKER);
    if (await isFree(port)) return port;
  }
  throw new Error(`All ports of worker ${worker} of the tests are taken.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
