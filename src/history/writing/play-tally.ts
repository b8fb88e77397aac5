import { type HistoryLease, LEASE_MS } from './history-lease.schema';

/** A write that nobody waits for any more has come in by then, or never does. */
const SETTLING_MS = LEASE_MS;

/** How many plays a history has, as the holder of its lease knows it. */
export class PlayTally {
  /** Since when the lease says that somebody may have written beside its holders; null when it does not. */
  readonly disturbedAt: Date | null;
  private plays: number | null;
  private failed = false;
  /** Writes that are under way. */
  private writing = 0;
  private counting: Promise<void> | null = null;

  /**
   * @param left  what the holder before has left in the lease
   * @param count counts the plays of the history
   */
  constructor(
    left: Pick<HistoryLease, 'plays' | 'disturbed_at'>,
    private readonly count: () => Promise<number>,
  ) {
    this.disturbedAt = left.disturbed_at ?? null;
    this.plays = this.disturbedAt === null ? (left.plays ?? null) : null;
  }

  /** The plays without those of writes under way; null when nobody has counted them. */
  get known(): number | null {
    return this.plays;
  }

  /** Whether a write has failed: what it has written is not known, nor whether all of it has come in. */
  get hasFailed(): boolean {
    return this.failed;
  }

  /** Counts the plays where that was not known. @returns null when a count would not be sure to stay right */
  async settle(): Promise<number | null> {
    if (this.plays === null && this.isCountable()) await (this.counting ??= this.recount());
    return this.plays;
  }

  /** @param write resolves to how many plays there are more by it; below 0 for fewer */
  async change(write: () => Promise<number>): Promise<void> {
    await this.settle();
    this.writing++;
    try {
      const more = await write();
      if (this.plays !== null) this.plays += more;
    } catch (error) {
      this.plays = null;
      this.failed = true;
      throw error;
    } finally {
      this.writing--;
    }
  }

  /** Nothing is written meanwhile: whoever wants to write waits for it, too. */
  private async recount(): Promise<void> {
    try {
      this.plays = await this.count();
    } finally {
      this.counting = null;
    }
  }

  private isCountable(): boolean {
    if (this.failed || this.writing > 0) return false;
    return this.disturbedAt === null || Math.abs(Date.now() - this.disturbedAt.getTime()) > SETTLING_MS;
  }
}
