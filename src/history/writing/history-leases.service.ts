import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model, Types, type UpdateQuery } from 'mongoose';
import { ServiceUnavailable } from '../../common/errors/errors';
import { JOBS_CONNECTION } from '../../database/connections';
import { isDuplicateKey } from '../../database/duplicate-key';
import { expiry, notRunOut } from '../../database/lease';
import { readOne } from '../../database/plain-reads';
import { Play } from '../play.schema';
import { HistoryState, type Landmark, LEASE_MS } from './history-state.schema';
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

/** What the next holder of a lease that has run out cannot rely on. */
const LEFT_BY_THE_DEAD = { wanted: '', plays: '', landmarks: '', revision: '', disturbed_at: '' };

/** A lease in somebody's hands. */
export interface HeldLease {
  /** The revision of the history that its holder makes now. */
  revision(): number;
  /** To be called before days are marked: only a revision by which something changes is settled. */
  willChange(): void;
  /**
   * Makes sure that its holder still has it, and takes it again if somebody else has, because its holder was away for too
   * long. To be called after each write: what was written meanwhile belongs to the revision that it returns.
   * @throws ServiceUnavailable when others hold it for a minute on end
   */
  confirm(): Promise<number>;
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
    @InjectModel(HistoryState.name, JOBS_CONNECTION) private readonly leases: Model<HistoryState>,
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
    let retaking: Promise<void> | null = null;
    const retake = async (): Promise<void> => {
      if (await hold.isHeld()) return;
      await hold.release();
      hold = await this.take(userId);
    };
    return {
      revision: () => hold.revision,
      willChange: () => {
        hold.willChange();
      },
      confirm: async () => {
        await (retaking ??= retake().finally(() => (retaking = null)));
        return hold.revision;
      },
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

  /**
   * The newest revision of a history of which all changes are stored, 0 where there is none. One that a dead writer has
   * begun is settled first: what it has written, it has marked.
   */
  async settled(userId: string): Promise<number> {
    const state = await this.stateOf(userId);
    if (state === null || !isUnsettled(state) || isBeingWritten(state)) return state?.settled ?? 0;
    const hold = await this.tryTake(userId);
    if (hold === null) return state.settled;
    hold.willChange();
    await hold.release();
    return hold.revision;
  }

  private stateOf(userId: string): Promise<HistoryState | null> {
    return readOne<HistoryState>(
      this.leases,
      { _id: userId },
      { begun: 1, settled: 1, holder: 1, expires_at: 1, disturbed_at: 1 },
    );
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
    const taken = { $set: { holder, expires_at: expiry(LEASE_MS) }, $inc: { begun: 1 } };
    const left = await this.leases
      .findOneAndUpdate({ _id: userId, holder: null }, { ...taken, $unset: { wanted: '' } })
      .lean<HistoryState>();
    const before = left ?? (await this.takeFromTheDead(userId, taken));
    if (before === null) return null;
    const tally = new PlayTally(left ?? {}, () => this.history.countDocuments({ user_id: userId }));
    const hasToSettle = isUnsettled(before);
    return new LeaseHold(this.leases, userId, holder, (before.begun ?? 0) + 1, tally, { hasToSettle });
  }

  /** @returns what was there before, if only nothing; null while somebody holds the lease */
  private async takeFromTheDead(
    userId: string,
    taken: UpdateQuery<HistoryState>,
  ): Promise<Partial<HistoryState> | null> {
    const { $gte: now, $lte: latest } = notRunOut(LEASE_MS);
    const runOut = { _id: userId, $or: [{ expires_at: { $lt: now } }, { expires_at: { $gt: latest } }] };
    try {
      const before = await this.leases
        .findOneAndUpdate(runOut, { ...taken, $unset: LEFT_BY_THE_DEAD }, { upsert: true })
        .lean<HistoryState>();
      return before ?? {};
    } catch (error) {
      // Nothing matches while the lease is held; the upsert then meets the one record of this id.
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  }
}

/** Whether a writer has not given a history back, or could not say whether all of what it wrote has come in. */
function isUnsettled({ holder = null, disturbed_at }: Partial<HistoryState>): boolean {
  return holder !== null || disturbed_at !== undefined;
}

/** Whether somebody writes a history, or what was written by one whose write has failed can still come in. */
function isBeingWritten({ expires_at, disturbed_at }: HistoryState): boolean {
  const { $gte: now, $lte: latest } = notRunOut(LEASE_MS);
  const settling = disturbed_at === undefined ? 0 : disturbed_at.getTime() + LEASE_MS;
  return [expires_at.getTime(), settling].some((end) => end >= now.getTime() && end <= latest.getTime());
}
