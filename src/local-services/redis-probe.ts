import Redis from 'ioredis';
import { existsSync } from 'node:fs';

/** What a look at a Redis socket found: nobody, a server that does not answer in time, or a server and its state. */
export type RedisProbe = 'none' | 'silent' | { pid: number; ready: boolean };

/** Longest wait for the answer of a server that took the connection, in milliseconds. */
const ANSWER_TIMEOUT_MS = 1000;

/** Asks the Redis or Valkey server on this Unix socket who it is and whether it has loaded its data. */
export async function probeRedis(socketPath: string): Promise<RedisProbe> {
  if (!existsSync(socketPath)) return 'none';
  const client = new Redis(socketPath, {
    lazyConnect: true,
    enableReadyCheck: false,
    retryStrategy: null,
    connectTimeout: ANSWER_TIMEOUT_MS,
    commandTimeout: ANSWER_TIMEOUT_MS,
  });
  // ioredis reports a failed connection here too; the calls below tell what matters.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch {
    return 'none';
  }
  try {
    const info = await client.info('server', 'persistence');
    const pid = Number(/^process_id:(\d+)/m.exec(info)?.[1]);
    return pid > 0 ? { pid, ready: /^loading:0/m.test(info) } : 'silent';
  } catch {
    return 'silent';
  } finally {
    client.disconnect();
  }
}
