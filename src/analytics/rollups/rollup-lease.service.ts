import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { JOBS_CONNECTION } from '../../database/connections';
import { RollupState } from './rollup-state.schema';
import { isDuplicateKey } from '../../database/duplicate-key';

/** Longer than any one write takes; a holder that died keeps others waiting for as long. */
const LEASE_MS = 30_000;
/** A lease extended less than this ago is good for the next write as it is. */
const FRESH_MS = LEASE_MS / 3;
const RETRY_MS = 100;

/** The right to write one user's roll-ups. */
export interface RollupLease {
  /** Keeps the lease for another while, or breaks the work off when it is lost; to be called before each write. */
  extend(): Promise<void>;
}

/** Another worker has taken the lease over, because this one did not move for too long. */
class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/**
 * One writer at a time for each user's roll-ups, over any number of processes: two that read a day's plays at different
 * times must not write in the other order.
 */
@Injectable()
export class RollupLeases {
  constructor(@InjectModel(RollupState.name, JOBS_CONNECTION) private readonly states: Model<RollupState>) {}

  /**
   * Waits for the lease, works, and gives it back.
   * @param work is begun anew, when another worker took over meanwhile and is done
   */
  async withLease(
    userId: string,
    signal: AbortSignal | undefined,
    work: (lease: RollupLease) => Promise<void>,
  ): Promise<void> {
    for (;;) {
      const owner = randomUUID();
      while (!(await this.take(userId, owner))) {
        signal?.throwIfAborted();
        await sleep(RETRY_MS);
      }
      try {
        await work(this.lease(userId, owner));
        return;
      } catch (error) {
        if (!(error instanceof LeaseLost)) throw error;
      } finally {
        await this.giveBack(userId, owner);
      }
    }
  }

  private async take(userId: string, owner: string): Promise<boolean> {
    const now = new Date();
    try {
      const taken = await this.states.updateOne(
        // One that ends later than any does now was taken before the clock was set back.
        {
          user_id: userId,
          $or: [
            { lease_until: null },
            { lease_until: { $lt: now } },
            { lease_until: { $gt: leaseEnd(leaseEnd(now)) } },
          ],
        },
        { $set: { lease_owner: owner, lease_until: leaseEnd(now) } },
        { upsert: true },
      );
      return taken.matchedCount + taken.upsertedCount > 0;
    } catch (error) {
      // A record that is there and does not match is held by another: the upsert then meets the unique index.
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  private lease(userId: string, owner: string): RollupLease {
    let extendedAt = Date.now();
    return {
      extend: async () => {
        const now = Date.now();
        if (now - extendedAt < FRESH_MS) return;
        await this.extend(userId, owner);
        extendedAt = now;
      },
    };
  }

  private async giveBack(userId: string, owner: string): Promise<void> {
    const free = { lease_owner: '', lease_until: null };
    await this.states.updateOne({ user_id: userId, lease_owner: owner }, { $set: free });
  }

  private async extend(userId: string, owner: string): Promise<void> {
    const held = await this.states.updateOne(
      { user_id: userId, lease_owner: owner },
      { $set: { lease_until: leaseEnd(new Date()) } },
    );
    if (held.matchedCount === 0) throw new LeaseLost('Another worker writes these roll-ups now.');
  }
}

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}
