import { setImmediate as turn } from 'node:timers/promises';
import { CommandError } from '../errors';

/** A transaction that has taken this long is committed, and what is left goes into another. */
const SLICE_MS = 30;

/** Writes that pause wherever a transaction may end, which is after each document. */
export type WriteSteps = Generator<void, void>;

interface Job {
  steps: WriteSteps;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Gathers the writes of all connections into transactions. What arrives together is committed together, so that many
 * writers share one flush of the disk; a long command is spread over several transactions, between which others get
 * their turn. A command is answered when its last transaction is on the disk.
 */
export class WriteQueue {
  private waiting: Job[] = [];
  private isScheduled = false;

  /** @param transaction runs what it is given in one transaction, which is rolled back when that throws */
  constructor(private readonly transaction: (work: () => void) => void) {}

  /** @throws what the steps throw; a CommandError must leave nothing half written, for what was written before stays */
  run(steps: WriteSteps): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ steps, resolve, reject });
      this.schedule();
    });
  }

  /** Resolves when nothing is left to write. */
  async idle(): Promise<void> {
    while (this.waiting.length > 0) await turn();
  }

  private schedule(): void {
    if (this.isScheduled || this.waiting.length === 0) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.commitSlice();
      this.schedule();
    });
  }

  private commitSlice(): void {
    const jobs = this.waiting;
    const unfinished: Job[] = [];
    const settle: (() => void)[] = [];
    try {
      this.transaction(() => {
        const end = performance.now() + SLICE_MS;
        for (const job of jobs) {
          if (runUntil(end, job, settle)) continue;
          unfinished.push(job);
        }
      });
    } catch (error) {
      this.waiting = [];
      for (const job of jobs) job.reject(error);
      return;
    }
    this.waiting = unfinished;
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
