import { type HistoryState, type Landmark, LEASE_MS } from './history-state.schema';

/** A write that nobody waits for any more has come in by then, or never does. */
const SETTLING_MS = LEASE_MS;

/** What a write has done to a history. */
export interface Written {
  /** How many plays there are more by it; below 0 for fewer. */
  more: number;
  /** No older play has come, gone or moved by it, in ms since 1970; Infinity where no play has. */
  oldest: number;
}

/** How many plays a history has, and places in it, as the holder of its lease knows them. */
export class PlayTally {
  /** Since when the lease says that somebody may have written beside its holders; null when it does not. */
  readonly disturbedAt: Date | null;
  private plays: number | null;
  /** Oldest first; none while the number of plays is not known. */
  private places: Landmark[];
  private failed = false;
  /** Writes that are under way. */
  private writing = 0;
  private counting: Promise<void> | null = null;

  /**
   * @param left  what the holder before has left in the lease
   * @param count counts the plays of the history
   */
  constructor(
    left: Pick<HistoryState, 'plays' | 'landmarks' | 'disturbed_at'>,
    private readonly count: () => Promise<number>,
  ) {
    this.disturbedAt = left.disturbed_at ?? null;
    this.plays = this.disturbedAt === null ? (left.plays ?? null) : null;
    this.places = this.plays === null ? [] : (left.landmarks ?? []);
  }

  /** The plays without those of writes under way; null when nobody has counted them. */
  get known(): number | null {
    return this.plays;
  }

  /** Places that are right while nothing is written, as far as the number of plays is. */
  get landmarks(): readonly Landmark[] {
    return this.places;
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

  /** Does a write; landmarks that it may have moved are dropped. */
  async change(write: () => Promise<Written>): Promise<void> {
    await this.settle();
    this.writing++;
    try {
      const { more, oldest } = await write();
      if (this.plays !== null) this.plays += more;
      this.places = this.places.filter(({ played_at }) => played_at.getTime() < oldest);
    } catch (error) {
      this.plays = null;
      this.places = [];
      this.failed = true;
      throw error;
    } finally {
      this.writing--;
    }
  }

  /**
   * Adds the landmarks that are missing. To be called when nothing is written any more.
   *
   * @param following finds those behind the last one that is known, given the number of plays
   */
  async addLandmarks(
    following: (last: Landmark | undefined, plays: number) => Promise<readonly Landmark[]>,
  ): Promise<void> {
    const plays = await this.settle();
    if (plays !== null) this.places = [...this.places, ...(await following(this.places.at(-1), plays))];
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
