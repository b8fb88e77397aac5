import { Injectable } from '@nestjs/common';
import type { WholeHistory } from './writing/writing-session';

/** What a handler gets to know while it works. */
export interface HistoryChangeContext {
  /** Aborted when the work should stop; the days it has not got to stay marked as touched. */
  signal?: AbortSignal;
  /** Tells in a few words how far the work is. */
  onProgress?: (detail: string) => void;
  /** All plays of the user, where they are in memory anyway. */
  whole?: WholeHistory | null;
}

/** Brings figures that are derived from a user's history up to date, for the days marked as touched. */
export type HistoryChangeHandler = (userId: string, context: HistoryChangeContext) => Promise<void>;

/**
 * Tells those who derive figures from the history that it has changed, without the history knowing who they are:
 * they register when the service starts.
 */
@Injectable()
export class HistoryChanges {
  private readonly handlers: HistoryChangeHandler[] = [];

  register(handler: HistoryChangeHandler): void {
    this.handlers.push(handler);
  }

  /** Resolves when every figure is up to date; throws what a handler throws. */
  async announce(userId: string, context: HistoryChangeContext = {}): Promise<void> {
    for (const handler of this.handlers) await handler(userId, context);
  }
}
