import { setImmediate as nextTurn } from 'node:timers/promises';

/** The turns given out so far. */
let given: Promise<unknown> = Promise.resolve();

/**
 * A turn of the event loop for a piece of work that keeps the thread for milliseconds: resolves in one that no other such
 * piece has, after all that have asked before. So a request waits for one piece in each turn, and not for a batch that is
 * read, matched and written in a row.
 */
export function ownTurn(): Promise<unknown> {
  given = given.then(() => nextTurn());
  return given;
}
