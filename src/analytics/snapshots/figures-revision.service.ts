import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { REQUEST_REDIS } from '../../queue/redis';

/** The longest that figures may be taken for current when Redis could not be told that they have changed. */
const LIFE_SECONDS = 300;

const OF_ALL = 'figures:revision';
const ofUser = (userId: string): string => `${OF_ALL}:${userId}`;

/**
 * Tells all replicas whether a user's stored figures are still those that they have read, for less than reading them
 * costs. A revision is a random name, which is never used again: the first who asks gives one, and whoever changes the
 * figures takes it away afterwards.
 */
@Injectable()
export class FiguresRevision {
  private readonly logger = new Logger(FiguresRevision.name);

  constructor(@Inject(REQUEST_REDIS) private readonly redis: Redis) {}

  /**
   * The revision of whatever is read from now on: ask before reading.
   * @returns null when Redis does not answer
   */
  async current(userId: string): Promise<string | null> {
    try {
      const [own, ofAll] = await this.redis.mget(ofUser(userId), OF_ALL);
      return `${own ?? (await this.begin(userId))} ${ofAll ?? ''}`;
    } catch {
      return null;
    }
  }

  /** Call it when figures of a user have been stored. */
  async end(userId: string): Promise<void> {
    await this.tell(this.redis.del(ofUser(userId)));
  }

  /** Call it when those of all users have been marked as outdated. */
  async endAll(): Promise<void> {
    // Outlives the users' own, so that the two together never come again.
    await this.tell(this.redis.set(OF_ALL, randomUUID(), 'EX', 2 * LIFE_SECONDS));
  }

  private async begin(userId: string): Promise<string> {
    const name = randomUUID();
    // Of two that are given at once the first counts. The client pipelines the commands of one tick.
    const [, given] = await Promise.all([
      this.redis.set(ofUser(userId), name, 'EX', LIFE_SECONDS, 'NX'),
      this.redis.get(ofUser(userId)),
    ]);
    return given ?? name;
  }

  /** Figures are stored whether Redis hears of it or not; what it has not heard of ends by itself. */
  private async tell(told: Promise<unknown>): Promise<void> {
    await told.catch((error: unknown) => {
      this.logger.warn(
        `Figures may be told as they were for ${LIFE_SECONDS} s, as Redis did not hear of a change: ${String(error)}`,
      );
    });
  }
}
