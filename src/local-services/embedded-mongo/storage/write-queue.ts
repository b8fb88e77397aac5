import { setImmediate as turn } from 'node:timers/promises';
import { CommandError } from '../errors';
import { AbortedTransaction } from './failed-commit';

/**
 * How long a transaction takes up statements, as long as there are any: who waits for a commit waits for so long, and for
 * the disk. The longer it is, the fewer pages are written by one transaction and then by the next.
 */
const SLICE_MS = 150;
/** One that takes up statements, and the one before, which LMDB flushes meanwhile. It overlaps no more. */
const MOST_TRANSACTIONS = 2;
/** How long the statements of one command run before the others, and readers, get their turn. */
const TURN_MS = 5;

/** Writes that pause wherever a transaction may end, which is after each document. */
export type WriteSteps = Generator<void, void>;

interface Job {
  steps: WriteSteps;
  /** In how many it has had turns. */
  transactions: number;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Gathers the writes of all connections into transactions. What arrives together is committed together, so that many
 * writers share one flush of the disk; commands take turns, so that a long one, which spreads over several transactions,
 * does not hold up the short ones behind it. A command is answered when its last transaction is on the disk. Reads go on
 * between the turns, and while a transaction is being committed; the next takes up statements while it is being flushed.
 */
export class WriteQueue {
  private waiting: Job[] = [];
  private isScheduled = false;
  /** What the open transaction has begun, while there is one. */
  private open: Set<Job> | null = null;
  /** Transactions under way, the open one included. */
  private readonly committing = new Set<Promise<void>>();
  /** How many wait for none to be under way: until they have had their turn, none begins. */
  private waitingForRest = 0;

  /** @param transaction runs what it is given in one transaction, which is rolled back when that throws */
  constructor(private readonly transaction: (work: () => Promise<void>) => Promise<void>) {}

  /**
   * @throws what the steps throw; a CommandError must leave nothing half written, for what was written before stays
   * @throws AbortedTransaction when nothing is written, and the same steps may be run again from their beginning
   */
  run(steps: WriteSteps): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ steps, transactions: 0, resolve, reject });
      this.schedule();
    });
  }

  /** Resolves when no transaction is under way, which holds until the caller next lets others run. */
  async settled(): Promise<void> {
    this.waitingForRest++;
    while (this.committing.size > 0) await Promise.all(this.committing);
    this.waitingForRest--;
    this.schedule();
  }

  /** Resolves when nothing is left to write. */
  async idle(): Promise<void> {
    while (this.committing.size > 0 || this.waiting.length > 0) {
      await Promise.all(this.committing);
      await new Promise(setImmediate);
    }
  }

  private schedule(): void {
    if (this.isScheduled || !this.mayBegin()) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      if (!this.mayBegin()) return;
      const committing = this.commitSlice().finally(() => {
        this.committing.delete(committing);
        this.schedule();
      });
      this.committing.add(committing);
    });
  }

  private mayBegin(): boolean {
    if (this.open !== null || this.waitingForRest > 0 || this.waiting.length === 0) return false;
    return this.committing.size < MOST_TRANSACTIONS;
  }

  /** Commits what can be done in one slice. It does not throw: the jobs are told. */
  private async commitSlice(): Promise<void> {
    const begun = new Set<Job>();
    const settle: (() => void)[] = [];
    this.open = begun;
    try {
      await this.transaction(async () => {
        await this.takeTurns(begun, settle);
        this.close(begun);
      });
    } catch (error) {
      this.close(begun);
      this.waiting = this.waiting.filter((job) => !begun.has(job));
      for (const job of begun) job.reject(failureOf(job, error));
      return;
    }
    for (const tell of settle) tell();
  }

  /** The next transaction may begin to take up statements. */
  private close(begun: Set<Job>): void {
    if (this.open !== begun) return;
    this.open = null;
    this.schedule();
  }

  /** The jobs take turns until nothing is waiting or the slice is over. */
  private async takeTurns(begun: Set<Job>, settle: (() => void)[]): Promise<void> {
    const end = performance.now() + SLICE_MS;
    for (;;) {
      this.takeTurn(begun, settle);
      if (this.waiting.length === 0 || performance.now() >= end) return;
      await turn();
    }
  }

  /** Runs the jobs that have waited longest; one that does not end within the turn waits again. */
  private takeTurn(begun: Set<Job>, settle: (() => void)[]): void {
    const end = performance.now() + TURN_MS;
    while (performance.now() < end) {
      const job = this.waiting.shift();
      if (job === undefined) return;
      if (!begun.has(job)) job.transactions++;
      begun.add(job);
      if (!runUntil(end, job, settle)) this.waiting.push(job);
    }
  }
}

/** What has had turns in other transactions cannot be run again: these may be stored. */
function failureOf({ transactions }: Job, error: unknown): unknown {
  if (transactions === 1 || !(error instanceof AbortedTransaction)) return error;
  return new CommandError(
    error.code,
    'The storage gave up a part of this write; others may be stored. Please retry it.',
  );
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
