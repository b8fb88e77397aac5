import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { REQUEST_REDIS } from '../../queue/redis';
import type { Release } from './release';

/** Until then an old answer is better than none. */
const KEPT_SECONDS = 30 * 24 * 3600;

/** What a check found out. */
export interface ReleaseCheck {
  /** Null while no check has ever succeeded. */
  release: Release | null;
  /** When it is time for the next check. */
  due_at: Date;
}

/** Keeps the outcome of the last check, for all replicas. */
@Injectable()
export class ReleaseCache {
  constructor(@Inject(REQUEST_REDIS) private readonly redis: Redis) {}

  async read(repository: string): Promise<ReleaseCheck | null> {
    const text = await this.redis.get(keyOf(repository));
    return text === null ? null : parseCheck(text);
  }

  async write(repository: string, check: ReleaseCheck): Promise<void> {
    await this.redis.set(keyOf(repository), JSON.stringify(check), 'EX', KEPT_SECONDS);
  }
}

function keyOf(repository: string): string {
  return `release-check:${repository.toLowerCase()}`;
}

/** The text is what `write` wrote: dates are texts in it. */
function parseCheck(text: string): ReleaseCheck {
  return JSON.parse(text, (key, value: unknown) =>
    (key === 'due_at' || key === 'published_at') && typeof value === 'string' ? new Date(value) : value,
  ) as ReleaseCheck;
}
