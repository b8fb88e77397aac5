import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportedPlay } from './reading/imported-play';

/**
 * From one commit to the next: it costs as much as some hundred plays, and what is new in the catalogue, which is stored
 * with it, costs less the more there is of it. Who watches sees twice a second how far the import is.
 */
const COMMIT_INTERVAL_MS = 400;
/** So many batches do not wait for that. */
const BATCHES_A_COMMIT = 8;
/** More of them than this are not kept in memory. */
const MOST_UNCOMMITTED = 2 * BATCHES_A_COMMIT;

/** What is stored, and has yet to be counted and committed. */
export interface Uncommitted {
  /** Counts it. */
  count: () => void;
  /** What the catalogue may not know yet. */
  plays: readonly ImportedPlay[];
}

/** What a commit does before it counts, and then. */
export interface CommitWork {
  /** Stores what goes with the plays. Where that fails, they are left to the next commit. */
  prepare(plays: readonly ImportedPlay[]): Promise<void>;
  /** Makes durable what has been counted. */
  save(): Promise<void>;
}

/** Commits what is stored, in order and several batches at a time: one commit after the other, with pauses between. */
export class PacedCommits {
  private readonly uncommitted: Uncommitted[] = [];
  private isCommitting = false;
  /** The commit that is under way, or was last. */
  private committing: Promise<void> = Promise.resolve();
  /** All commits so far, made or failed. */
  private committed: Promise<void> = Promise.resolve();
  private commitBegan = 0;
  private isEnding = false;
  /** Lets the next commit begin at once. */
  private endPause = (): void => undefined;
  /** Why a commit has failed, once one has. */
  private failure: { error: unknown } | null = null;

  constructor(private readonly work: CommitWork) {}

  /** Takes what has been stored after everything before. */
  add(stored: Uncommitted): void {
    this.uncommitted.push(stored);
    if (this.isDue()) this.endPause();
    if (!this.isCommitting) this.committed = this.commitAll();
  }

  /**
   * Waits while too much is not committed.
   * @throws why a commit has failed: what was taken by then is committed all the same
   */
  async room(): Promise<void> {
    while (this.uncommitted.length >= MOST_UNCOMMITTED && this.failure === null) {
      await Promise.allSettled([this.committing]);
    }
    this.check();
  }

  /** Makes no pauses any more. */
  hurry(): void {
    this.isEnding = true;
    this.endPause();
  }

  /** Commits everything taken, as far as it can be. */
  async settle(): Promise<void> {
    await this.committed;
    // A commit that failed, as that of a cancelled job does, has left what came meanwhile.
    await this.commitAll();
  }

  /** @throws why a commit has failed: a later one does not make up for it */
  check(): void {
    if (this.failure !== null) throw this.failure.error;
  }

  private async commitAll(): Promise<void> {
    this.isCommitting = true;
    try {
      while (this.uncommitted.length > 0) {
        this.committing = this.commit();
        await this.committing;
      }
    } catch (error) {
      this.failure ??= { error };
    } finally {
      this.isCommitting = false;
    }
  }

  private async commit(): Promise<void> {
    await this.pause();
    this.commitBegan = performance.now();
    const taken = [...this.uncommitted];
    await this.work.prepare(taken.flatMap(({ plays }) => plays));
    for (const { count } of this.uncommitted.splice(0, taken.length)) count();
    await this.work.save();
  }

  private async pause(): Promise<void> {
    const rest = this.commitBegan + COMMIT_INTERVAL_MS - performance.now();
    if (rest <= 0 || this.isDue()) return;
    const pause = new AbortController();
    this.endPause = () => {
      pause.abort();
    };
    await sleep(rest, undefined, { signal: pause.signal }).catch(() => undefined);
  }

  private isDue(): boolean {
    return this.isEnding || this.uncommitted.length >= BATCHES_A_COMMIT;
  }
}
