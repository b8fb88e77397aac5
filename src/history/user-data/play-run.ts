import type { Play } from '../play.schema';

/** Plays that come in batches, taken some at a time. */
export class PlayRun {
  private batch: Play[] = [];

  /** @param belongs which of them there are at all */
  constructor(
    private readonly plays: AsyncGenerator<Play[], void>,
    private readonly belongs: (play: Play) => boolean,
  ) {}

  /** The next play, which stays where it is; undefined at the end. */
  async peek(): Promise<Play | undefined> {
    while (this.batch.length === 0) {
      const next = await this.plays.next();
      if (next.done === true) return undefined;
      this.batch = next.value.filter(this.belongs);
    }
    return this.batch[0];
  }

  /** So many plays at most, up to the first that does not fit. */
  async *take(most: number, fits: (play: Play) => boolean): AsyncGenerator<Play[], void> {
    for (let left = most; left > 0 && (await this.peek()) !== undefined;) {
      const odd = this.batch.findIndex((play) => !fits(play));
      const count = Math.min(left, odd === -1 ? this.batch.length : odd);
      if (count === 0) return;
      yield this.batch.splice(0, count);
      left -= count;
    }
  }

  async close(): Promise<void> {
    await this.plays.return();
  }
}
