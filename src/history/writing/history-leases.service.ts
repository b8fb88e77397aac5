import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model, Types } from 'mongoose';
import { ServiceUnavailable } from '../../common/errors/errors';
import { JOBS_CONNECTION } from '../../database/connections';
import { expiry, tryLease } from '../../database/lease';
import { Play } from '../play.schema';
import { HistoryLease, type Landmark, LEASE_MS } from './history-lease.schema';
import { LeaseHold } from './lease-hold';
import { Landmarks } from './landmarks.service';
import { PlayTally, type Written } from './play-tally';
import type { WrittenPlays } from './written-plays';

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
  /** Does a write that may change how many plays the history has, or when they ended; throws what it throws. */
  change(write: () => Promise<Written>): Promise<void>;
  /** How many plays the history has, without those that are being written; null when that cannot be told. */
  countPlays(): Promise<number | null>;
  /**
   * Finds the landmarks of the history that are missing. To be called when its holder is done with writing.
   * @param written all plays of the history, if they are in memory
   */
  addLandmarks(written?: WrittenPlays | null): Promise<void>;
  /**
   * Releases the lease and takes it again when the others have had their turn.
   * @throws ServiceUnavailable when they hold it for a minute on end; there is nothing to release then
   */
  lend(): Promise<void>;
  release(): Promise<void>;
  /** Whether nobody can have written since it was released. */
  isAsLeft(): Promise<boolean>;
}

/**
 * Serialises the writes to one user's history over all jobs and replicas: matching reads rows and then writes what
 * follows from them, so that nobody else may write between. Whoever holds it for more than a moment lends it when it is
 * wanted. As all writes are made under it, it also has the number of plays, and the places of some: each holder changes
 * what the one before has left, and counts where that one died, or was of a build that leaves nothing.
 */
@Injectable()
export class HistoryLeases {
  constructor(
    @InjectModel(HistoryLease.name, JOBS_CONNECTION) private readonly leases: Model<HistoryLease>,
    @InjectModel(Play.name, JOBS_CONNECTION) private readonly history: Model<Play>,
    private readonly landmarks: Landmarks,
  ) {}

  /**
   * Waits until nobody else holds the user's lease, and takes it. It is renewed until it is released.
   *
   * @throws ServiceUnavailable when others hold it for a minute on end
   */
  async acquire(userId: string): Promise<HeldLease> {
    let hold = await this.take(userId);
    return {
      isWanted: () => hold.isWanted,
      change: (write) => hold.tally.change(write),
      countPlays: () => hold.tally.settle(),
      addLandmarks: (written) => hold.tally.addLandmarks((last, plays) => this.following(userId, last, plays, written)),
      lend: async () => {
        await hold.release();
        await sleep(LENDING_MS);
        hold = await this.take(userId);
      },
      release: () => hold.release(),
      isAsLeft: async () => (await this.leases.exists({ _id: userId, holder: null, revision: hold.holder })) !== null,
    };
  }

  private async following(
    userId: string,
    last: Landmark | undefined,
    plays: number,
    written?: WrittenPlays | null,
  ): Promise<readonly Landmark[]> {
    if (written) return written.landmarks(this.landmarks.spacing);
    return this.landmarks.following(userId, last, plays);
  }

  private async take(userId: string): Promise<LeaseHold> {
    const deadline = Date.now() + LONGEST_WAIT_MS;
    for (let pause = SHORTEST_PAUSE_MS; ; pause *= 2) {
      const hold = await this.tryTake(userId);
      if (hold !== null) return hold;
      if (Date.now() > deadline) {
        throw new ServiceUnavailable(
          'Another job has been writing this history for a minute. Try again in a few seconds.',
        );
      }
      await this.leases.collection.updateOne({ _id: userId } as never, { $set: { wanted: true } });
      await sleep(Math.min(pause, LONGEST_PAUSE_MS) * (0.5 + Math.random()));
    }
  }

  /** Takes a lease that was given back, and what was left in it, or else one that nobody has or that has run out. */
  private async tryTake(userId: string): Promise<LeaseHold | null> {
    const holder = new Types.ObjectId();
    const left = await this.leases
      .findOneAndUpdate(
        { _id: userId, holder: null },
        { $set: { holder, expires_at: expiry(LEASE_MS) }, $unset: { wanted: '' } },
      )
      .lean<HistoryLease>();
    if (left === null && !(await tryLease(this.leases.collection, userId, holder, LEASE_MS))) return null;
    const tally = new PlayTally(left ?? {}, () => this.history.countDocuments({ user_id: userId }));
    return new LeaseHold(this.leases, userId, holder, tally);
  }
}
