import { Inject, Injectable } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Redis } from 'ioredis';
import { REQUEST_REDIS } from '../queue/redis';

/** What a throttler storage answers; the package does not export the type. */
type ThrottlerRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/**
 * Counts requests in fixed windows that all replicas share. There is no penalty beyond the window, so nothing is ever
 * "blocked": the count alone decides.
 */
@Injectable()
export class RedisThrottlerStorage implements ThrottlerStorage {
  constructor(@Inject(REQUEST_REDIS) private readonly redis: Redis) {}

  async increment(key: string, ttl: number, limit: number): Promise<ThrottlerRecord> {
    const counter = `rate-limit:${key}`;
    // The client pipelines the commands of one tick, so these are one round trip.
    const [totalHits, leftMs] = await Promise.all([this.redis.incr(counter), this.redis.pttl(counter)]);
    const isEndless = leftMs < 0;
    if (isEndless) await this.redis.pexpire(counter, ttl);
    const timeToExpire = Math.max(1, Math.ceil((isEndless ? ttl : leftMs) / 1000));
    const isBlocked = totalHits > limit;
    return { totalHits, timeToExpire, isBlocked, timeToBlockExpire: isBlocked ? timeToExpire : 0 };
  }
}
