import { setTimeout as sleep } from 'node:timers/promises';
import { BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { NotAuthenticated } from '../../common/errors/errors';
import { UserDataOwners } from '../../database/user-data/user-data-owners.service';
import { UserDeletions } from '../../database/user-data/user-deletions.service';
import { eraseRows } from '../../database/user-data/user-rows';
import { UsersService } from '../../users/users.service';

/** How long a request waits for the end of an erasure, well within the time that it may take. */
const ANSWER_AFTER_MS = 20_000;

/**
 * Erases users with all that hangs on them. That a user leaves is noted first, and the user's record and sessions go next:
 * from then on the user is not there, whatever becomes of the process. What is left is erased once the user's jobs have
 * ended; an erasure that breaks off is begun anew by ErasureSweeper, and finds less to do.
 */
@Injectable()
export class UserErasure implements BeforeApplicationShutdown {
  private readonly logger = new Logger(UserErasure.name);
  private readonly stopping = new AbortController();
  private readonly underWay = new Map<string, Promise<void>>();

  constructor(
    private readonly owners: UserDataOwners,
    private readonly deletions: UserDeletions,
    private readonly users: UsersService,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.allSettled(this.underWay.values());
  }

  /**
   * Begins to erase a user, and waits for the end of it for a while.
   *
   * @returns whether everything is erased already; if not, it goes on
   * @throws NotAuthenticated for a user who is not there any more
   */
  async leave(userId: string): Promise<boolean> {
    if ((await this.users.findById(userId)) === null) throw new NotAuthenticated();
    await this.deletions.begin(userId);
    const erased = this.erase(userId).then(() => true);
    const patience = sleep(ANSWER_AFTER_MS, false, { ref: false, signal: this.stopping.signal }).catch(() => false);
    return Promise.race([erased, patience]);
  }

  /** Erases what there is of a user who has left. Any number of processes may do this at once, and again. */
  erase(userId: string): Promise<void> {
    let work = this.underWay.get(userId);
    if (work === undefined) {
      work = this.eraseAll(userId).finally(() => this.underWay.delete(userId));
      this.underWay.set(userId, work);
      work.catch((error: unknown) => {
        this.logger.warn(`The erasure of user ${userId} broke off, and is tried again: ${String(error)}`);
      });
    }
    return work;
  }

  private async eraseAll(userId: string): Promise<void> {
    const owners = this.owners.all();
    await Promise.all(owners.map(async (owner) => owner.lockOut?.(userId, this.stopping.signal)));
    // Before the collections, some of whose documents tell what else there is.
    await Promise.all(owners.map(async (owner) => owner.erase?.(userId)));
    for (const collection of owners.flatMap(({ collections }) => collections)) {
      this.stopping.signal.throwIfAborted();
      await eraseRows(collection, userId);
    }
    await this.deletions.noteErased(userId);
    this.logger.log(`User ${userId} is erased`);
  }
}
