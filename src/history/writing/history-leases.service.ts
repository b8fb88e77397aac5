import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model, Types } from 'mongoose';
import { ServiceUnavailable } from '../../common/errors/errors';
import { JOBS_CONNECTION } from '../../database/connections';
import { HistoryLease } from './history-lease.schema';
import { expiry, giveLeaseBack, tryLease } from '../../database/lease';

const LEASE_MS = 15_000;
/** Also how soon a holder learns that somebody waits. */
const RENEWAL_MS = 1_000;
/** Longer than a lease, so that one whose holder died is waited for. */
const LONGEST_WAIT_MS = 60_000;
const SHORTEST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;
/** Long enough for everybody who waits to have tried. */
const LENDING_MS = 2 * LONGEST_PAUSE_MS;

/** A lease in somebody's hands. */
export interface HeldLease {
  /** Whether somebody else waits for it, or has it already because this holder was away for too long. */
  isWanted(): boolean;
  /**
   * Releases the lease and takes it again when the others have had their turn.
   * @throws ServiceUnavailable when they hold it for a minute on end; there is nothing to release then
   */
  lend(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Serialises the writes to one user's history over all jobs and replicas: matching reads rows and then writes what
 * follows from them, so that nobody else may write between. Whoever holds it for more than a moment lends it when it is
 * wanted.
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
    await this.take(userId, holder);
    let kept = this.keep(userId, holder);
    const release = (): Promise<void> => this.giveBack(userId, holder, kept);
    return {
      isWanted: () => kept.isWanted,
      lend: async () => {
        await release();
        await sleep(LENDING_MS);
        await this.take(userId, holder);
        kept = this.keep(userId, holder);
      },
      release,
    };
  }

  private async take(userId: string, holder: Types.ObjectId): Promise<void> {
    const deadline = Date.now() + LONGEST_WAIT_MS;
    for (
      let pause = SHORTEST_PAUSE_MS;
      !(await tryLease(this.leases.collection, userId, holder, LEASE_MS));
      pause *= 2
    ) {
      if (Date.now() > deadline) {
        throw new ServiceUnavailable(
          'Another job has been writing this history for a minute. Try again in a few seconds.',
        );
      }
      await this.leases.collection.updateOne({ _id: userId } as never, { $set: { wanted: true } });
      await sleep(Math.min(pause, LONGEST_PAUSE_MS) * (0.5 + Math.random()));
    }
  }

  /** Renews a lease until its timer is cleared. */
  private keep(userId: string, holder: Types.ObjectId): KeptLease {
    const renew = async (): Promise<void> => {
      try {
        const own = { _id: userId, holder };
        const renewed = await this.leases.findOneAndUpdate(own, { $set: { expires_at: expiry(LEASE_MS) } }).lean();
        kept.isWanted = renewed === null || renewed.wanted === true;
      } catch (error) {
        this.logger.warn(`The lease on the history of user ${userId} could not be renewed: ${String(error)}`);
      }
    };
    const kept: KeptLease = { isWanted: false, timer: setInterval(() => void renew(), RENEWAL_MS).unref() };
    return kept;
  }

  private async giveBack(userId: string, holder: Types.ObjectId, { timer }: KeptLease): Promise<void> {
    clearInterval(timer);
    await giveLeaseBack(this.leases.collection, userId, holder);
  }
}

interface KeptLease {
  isWanted: boolean;
  timer: NodeJS.Timeout;
}
