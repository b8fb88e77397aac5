import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model, Types } from 'mongoose';
import { ServiceUnavailable } from '../../common/errors/errors';
import { JOBS_CONNECTION } from '../../database/connections';
import { HistoryLease } from './history-lease.schema';
import { isDuplicateKey } from '../../database/duplicate-key';

const LEASE_MS = 15_000;
const RENEWAL_MS = 5_000;
/** Longer than a lease, so that one whose holder died is waited for. */
const LONGEST_WAIT_MS = 60_000;
const SHORTEST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;

/** A lease in somebody's hands. */
export interface HeldLease {
  release(): Promise<void>;
}

/**
 * Serialises the writes to one user's history over all jobs and replicas: matching reads rows and then writes what
 * follows from them, so that nobody else may write between. Held for one batch at a time.
 */
@Injectable()
export class HistoryLeases {
  private readonly logger = new Logger(HistoryLeases.name);

  constructor(@InjectModel(HistoryLease.name, JOBS_CONNECTION) private readonly leases: Model<HistoryLease>) {}

  /**
   * Waits until nobody else holds the user's lease, and takes it. It is renewed until it is released.
   *
   * @throws ServiceUnavailable when others hold it for a minute on end
   */
  async acquire(userId: string): Promise<HeldLease> {
    const holder = new Types.ObjectId();
    const deadline = Date.now() + LONGEST_WAIT_MS;
    for (let pause = SHORTEST_PAUSE_MS; !(await this.tryAcquire(userId, holder)); pause *= 2) {
      if (Date.now() > deadline) {
        throw new ServiceUnavailable(
          'Another job has been writing this history for a minute. Try again in a few seconds.',
        );
      }
      await sleep(Math.min(pause, LONGEST_PAUSE_MS) * (0.5 + Math.random()));
    }
    return this.keep(userId, holder);
  }

  private async tryAcquire(userId: string, holder: Types.ObjectId): Promise<boolean> {
    const now = new Date();
    try {
      // Nothing matches while the lease is held; the upsert then trips over the user's one lease.
      await this.leases.collection.updateOne(
        { _id: userId, expires_at: { $lt: now } } as never,
        { $set: { holder, expires_at: expiry(now) } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  private keep(userId: string, holder: Types.ObjectId): HeldLease {
    const own = { _id: userId, holder };
    const renewal = setInterval(() => {
      const renewed = this.leases.updateOne(own, { $set: { expires_at: expiry(new Date()) } }).exec();
      renewed.catch((error: unknown) => {
        this.logger.warn(`The lease on the history of user ${userId} could not be renewed: ${String(error)}`);
      });
    }, RENEWAL_MS);
    return {
      release: async () => {
        clearInterval(renewal);
        await this.leases.collection.deleteOne(own as never);
      },
    };
  }
}

function expiry(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}
