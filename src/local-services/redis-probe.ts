import Redis, { type RedisOptions } from 'ioredis';
import { existsSync } from 'node:fs';
import { withTimeout } from '../common/with-timeout';

/** What a look at a Redis socket found: nobody, a server that does not answer in time, or a server and its state. */
export type RedisProbe = 'none' | 'silent' | { pid: number; ready: boolean };

/** Longest wait for the answer of a server that took the connection, in milliseconds. */
const ANSWER_TIMEOUT_MS = 1000;

/** Asks the Redis or Valkey server on this Unix socket who it is and whether it has loaded its data. */
export async function probeRedis(socketPath: string): Promise<RedisProbe> {
  if (!existsSync(socketPath)) return 'none';
  const client = clientOf(socketPath, { commandTimeout: ANSWER_TIMEOUT_MS });
  try {
    await client.connect();
  } catch {
    return 'none';
  }
  try {
    // Before version 7 it tells of one section only, or of all.
    const info = await client.info();
    const pid = Number(/^process_id:(\d+)/m.exec(info)?.[1]);
    return pid > 0 ? { pid, ready: /^loading:0/m.test(info) } : 'silent';
  } catch {
    return 'silent';
  } finally {
    client.disconnect();
  }
}

/** Tells the server on this Unix socket to write out its data and end; waits for that `timeoutMs` at most. */
export async function shutDownRedis(socketPath: string, timeoutMs: number): Promise<void> {
  const client = clientOf(socketPath);
  // A server that obeys closes the connection instead of answering. Whether it did, the caller sees by another look.
  await withTimeout(client.shutdown(), timeoutMs).catch(() => undefined);
  client.disconnect();
}

/** A client for one question: it does not come back when the server goes away. */
function clientOf(socketPath: string, options: RedisOptions = {}): Redis {
  const client = new Redis(socketPath, {
    lazyConnect: true,
    enableReadyCheck: false,
    retryStrategy: null,
    connectTimeout: ANSWER_TIMEOUT_MS,
    ...options,
  });
  // ioredis reports a failed connection here too; the calls themselves tell what matters.
  client.on('error', () => undefined);
  return client;
}
