import { CommandError } from '../errors';

/** How long the statements of one transaction may run: other connections wait for so long to be read. */
const SLICE_MS = 35;
/** How long one command writes before the others that wait get their turn. */
const TURN_MS = 5;

/** Writes that pause wherever a transaction may end, which is after each document. */
export type WriteSteps = Generator<void, void>;

interface Job {
  steps: WriteSteps;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Gathers the writes of all connections into transactions. What arrives together is committed together, so that many
 * writers share one flush of the disk; commands take turns, so that a long one, which spreads over several transactions,
 * does not hold up the short ones behind it. A command is answered when its last transaction is on the disk. While a
 * transaction is being committed, which is most of the time that it takes, reads go on, and the next writes gather.
 */
export class WriteQueue {
  private waiting: Job[] = [];
  private isScheduled = false;
  private committing: Promise<void> | undefined;

  /** @param transaction runs what it is given in one transaction, which is rolled back when that throws */
  constructor(private readonly transaction: (work: () => void) => Promise<void>) {}

  /** @throws what the steps throw; a CommandError must leave nothing half written, for what was written before stays */
  run(steps: WriteSteps): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ steps, resolve, reject });
      this.schedule();
    });
  }

  /** Resolves when no transaction is open, which holds until the caller next lets others run. */
  async settled(): Promise<void> {
    while (this.committing) await this.committing;
  }

  /** Resolves when nothing is left to write. */
  async idle(): Promise<void> {
    while (this.committing ?? this.waiting.length > 0) {
      await (this.committing ?? new Promise(setImmediate));
    }
  }

  private schedule(): void {
    if (this.isScheduled || this.committing || this.waiting.length === 0) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.committing = this.commitSlice().finally(() => {
        this.committing = undefined;
        this.schedule();
      });
    });
  }

  /** Commits what can be done in one slice, the jobs taking turns. It does not throw: the jobs are told. */
  private async commitSlice(): Promise<void> {
    const jobs = this.waiting;
    this.waiting = [];
    const unfinished = [...jobs];
    const settle: (() => void)[] = [];
    try {
      await this.transaction(() => {
        const end = performance.now() + SLICE_MS;
        for (let now = performance.now(); now < end; now = performance.now()) {
          const job = unfinished.shift();
          if (job === undefined) break;
          if (!runUntil(Math.min(now + TURN_MS, end), job, settle)) unfinished.push(job);
        }
      });
    } catch (error) {
      for (const job of jobs) job.reject(error);
      return;
    }
    this.waiting = [...unfinished, ...this.waiting];
    for (const tell of settle) tell();
  }
}

/** Runs a job until it ends or the time is up; returns whether it ended. */
function runUntil(end: number, { steps, resolve, reject }: Job, settle: (() => void)[]): boolean {
  try {
    while (performance.now() < end) {
      if (steps.next().done !== true) continue;
      settle.push(resolve);
      return true;
    }
    return false;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    settle.push(() => {
      reject(error);
    });
    return true;
  }
}
