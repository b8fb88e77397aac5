import { Logger } from '@nestjs/common';
import type { Model, QueryFilter, Types, UpdateQuery } from 'mongoose';
import { expiry } from '../../database/lease';
import { type HistoryState, LEASE_MS } from './history-state.schema';
import type { PlayTally } from './play-tally';

/** Also how soon a holder learns that somebody waits, and readers what it has written. */
const RENEWAL_MS = 1_000;
/** Builds that keep no count take such a lease as one that has run out, and the count is gone then. */
const GIVEN_BACK = { holder: null, expires_at: new Date(0) };

/** One turn with the lease of a history, which is renewed until it is given back. */
export class LeaseHold {
  private static readonly logger = new Logger(LeaseHold.name);
  private readonly timer: NodeJS.Timeout;
  private wanted = false;
  private isOver = false;
  /** Whether this revision changes something: else readers need not look again. */
  private isChange: boolean;

  constructor(
    private readonly leases: Model<HistoryState>,
    private readonly userId: string,
    readonly holder: Types.ObjectId,
    readonly revision: number,
    readonly tally: PlayTally,
    { hasToSettle }: { hasToSettle: boolean },
  ) {
    this.isChange = hasToSettle;
    this.timer = setInterval(() => void this.renew(), RENEWAL_MS).unref();
  }

  /** Whether somebody else waits for the lease, or has it already because this holder was away for too long. */
  get isWanted(): boolean {
    return this.wanted;
  }

  /** To be called before anything is changed. */
  willChange(): void {
    this.isChange = true;
  }

  /** Whether nobody else has taken the lease over. */
  async isHeld(): Promise<boolean> {
    return !this.isOver && (await this.leases.exists(this.own())) !== null;
  }

  /** Gives the lease back, with what is known of the history; when that was done already, nothing happens. */
  async release(): Promise<void> {
    if (this.isOver) return;
    try {
      const plays = await this.tally.settle();
      if (plays === null || !(await this.leave(plays))) await this.leaveUncounted();
      this.isOver = true;
    } finally {
      clearInterval(this.timer);
    }
  }

  /** @returns whether nobody has written meanwhile, as far as is known */
  private leave(plays: number): Promise<boolean> {
    const undisturbed = { ...this.own(), disturbed_at: this.tally.disturbedAt };
    const known = { plays, landmarks: [...this.tally.landmarks], revision: this.holder, ...this.settled() };
    return this.update(undisturbed, { $set: { ...GIVEN_BACK, ...known }, $unset: { wanted: '', disturbed_at: '' } });
  }

  private async leaveUncounted(): Promise<void> {
    const unknown = { wanted: '', plays: '', landmarks: '', revision: '' };
    // What a failed write has left may yet come in: see HistoryLeases.settled.
    const settled = this.tally.hasFailed ? {} : this.settled();
    const isOwn = await this.update(this.own(), { $set: { ...GIVEN_BACK, ...settled }, $unset: unknown });
    // Whoever has taken it over may have counted before the last of what was written here came in.
    if (!isOwn || this.tally.hasFailed) await this.update({ _id: this.userId }, { $set: { disturbed_at: new Date() } });
  }

  private settled(): { settled?: number } {
    return this.isChange ? { settled: this.revision } : {};
  }

  private async renew(): Promise<void> {
    const { known } = this.tally;
    const $set = { expires_at: expiry(LEASE_MS), ...(known !== null && { plays: known }) };
    try {
      const renewed = await this.leases
        .findOneAndUpdate(this.own(), { $set })
        .select({ wanted: 1 })
        .lean<Pick<HistoryState, 'wanted'>>();
      this.wanted = renewed === null || renewed.wanted === true;
    } catch (error) {
      LeaseHold.logger.warn(`The lease on the history of user ${this.userId} could not be renewed: ${String(error)}`);
    }
  }

  private own(): { _id: string; holder: Types.ObjectId } {
    return { _id: this.userId, holder: this.holder };
  }

  private async update(filter: QueryFilter<HistoryState>, update: UpdateQuery<HistoryState>): Promise<boolean> {
    return (await this.leases.updateOne(filter, update)).matchedCount === 1;
  }
}
