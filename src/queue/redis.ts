import { once } from 'node:events';
import type { Queue, Worker } from 'bullmq';
import { Redis, RedisOptions } from 'ioredis';
import { withTimeout } from '../common/with-timeout';

/** Token of the Redis client for requests: `@Inject(REQUEST_REDIS)`. */
export const REQUEST_REDIS = 'REQUEST_REDIS';

const COMMAND_TIMEOUT_MS = 2_000;
const LONGEST_RECONNECT_PAUSE_MS = 1_000;

/** Where a Redis is, in ioredis' terms: an URL, or `unix:///path?db=1`, or the bare path of a Unix socket. */
export function redisAddress(url: string): RedisOptions {
  if (url.startsWith('/')) return { path: url };
  const address = new URL(url);
  if (address.protocol === 'unix:') {
    return { path: decodeURIComponent(address.pathname), db: Number(address.searchParams.get('db') ?? 0) };
  }
  return {
    // An IPv6 address stands in brackets in an URL, and without them everywhere else.
    host: address.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(address.port || 6379),
    username: decodeURIComponent(address.username) || undefined,
    password: decodeURIComponent(address.password) || undefined,
    db: Number(address.pathname.slice(1) || 0),
    ...(address.protocol === 'rediss:' ? { tls: {} } : {}),
  };
}

/**
 * Gives a connection up that does not answer in time: whoever asks next is refused at once, and not after waiting likewise.
 * ioredis' own `socketTimeout` outlives the connection that it was set for, and ends the next one.
 */
class RequestRedis extends Redis {
  override sendCommand(...[command, ...rest]: Parameters<Redis['sendCommand']>): unknown {
    const { stream } = this;
    command.promise.catch((error: unknown) => {
      if (error instanceof Error && error.message === 'Command timed out') stream.destroy(error);
    });
    return super.sendCommand(command, ...rest);
  }
}

/** A client that fails fast, so that a request never waits for a Redis that is away. Commands of one tick share a round trip. */
export function createRequestRedis(url: string): Redis {
  return new RequestRedis({
    ...redisAddress(url),
    commandTimeout: COMMAND_TIMEOUT_MS,
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 50, LONGEST_RECONNECT_PAUSE_MS),
  });
}

/**
 * Waits for a client's first connection, so that what is asked in its first moment is not refused; not where Redis is
 * away or hangs, for then whoever asks is to be told so.
 */
export async function firstConnection(redis: Redis): Promise<void> {
  const ready = once(redis, 'ready', { signal: AbortSignal.timeout(COMMAND_TIMEOUT_MS) });
  await ready.catch(() => undefined);
}

/**
 * Waits for BullMQ to have learnt its Redis' version, before a queue or a worker is closed: what it throws when it is
 * closed while it asks cannot be caught, and ends the process. Not where Redis is away or hangs.
 */
export async function settled(user: Queue | Worker): Promise<void> {
  const ready = user.waitUntilReady();
  await withTimeout(ready, COMMAND_TIMEOUT_MS).catch(() => undefined);
}
