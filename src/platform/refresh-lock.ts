import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { REQUEST_REDIS } from '../queue/redis';
import { PlatformUnavailable } from './platform.errors';

/** Longer than a token request may take, so that a lock runs out only under a holder that died. */
const LEASE_MS = 15_000;
/** Longer than the lease, so that a dead holder is outlived. */
const LONGEST_WAIT_MS = 18_000;
const POLL_MS = 50;

const RELEASE_IF_HELD = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

/** Lets one refresh of a user's tokens run at a time, over any number of replicas. */
@Injectable()
export class RefreshLock {
  private readonly logger = new Logger(RefreshLock.name);

  constructor(@Inject(REQUEST_REDIS) private readonly redis: Redis) {}

  /**
   * Runs `work` once nobody else holds the user's lock.
   *
   * @throws PlatformUnavailable when another refresh does not end; any error of Redis as it comes
   */
  async hold<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const key = `platform:refresh:${userId}`;
    const holder = randomUUID();
    await this.acquire(key, holder);
    try {
      return await work();
    } finally {
      await this.release(key, holder);
    }
  }

  private async acquire(key: string, holder: string): Promise<void> {
    const deadline = Date.now() + LONGEST_WAIT_MS;
    while ((await this.redis.set(key, holder, 'PX', LEASE_MS, 'NX')) === null) {
      if (Date.now() > deadline) throw new PlatformUnavailable('has not ended another refresh of your access');
      await sleep(POLL_MS);
    }
  }

  private async release(key: string, holder: string): Promise<void> {
    try {
      await this.redis.eval(RELEASE_IF_HELD, 1, key, holder);
    } catch (error) {
      // What was done under the lock is done; the lock runs out by itself.
      this.logger.warn(`A refresh lock was not released: ${String(error)}`);
    }
  }
}
