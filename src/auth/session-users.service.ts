import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { UsersService } from '../users/users.service';

/** How many users a process remembers to be there. */
const MOST_REMEMBERED = 10_000;

/**
 * Whether the users of sessions are there. A token outlives its user where another database is put in the place of the
 * one that it was issued for: that of the sandbox by that of the real platform, or a newer one by a backup.
 */
@Injectable()
export class SessionUsers {
  private readonly known = new LRUCache<string, true>({ max: MOST_REMEMBERED });

  constructor(private readonly users: UsersService) {}

  /** Asks for each user once: an erasure revokes the sessions before the user goes. */
  async has(userId: string): Promise<boolean> {
    if (this.known.has(userId)) return true;
    if ((await this.users.findById(userId)) === null) return false;
    this.known.set(userId, true);
    return true;
  }
}
