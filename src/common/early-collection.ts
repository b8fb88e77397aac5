import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** By how much a heap grows, in percent of what is in use, before V8 collects all of it. */
const EARLY = '--heap-growing-percent=20';
/** As V8 itself decides: a multiple for a small heap. */
const USUAL = '--heap-growing-percent=0';

let running = 0;

// The way to it in a process that is under way.
setFlagsFromString('--expose-gc');
const collectAll = runInNewContext('gc') as () => void;

/**
 * Runs work that makes much garbage in little time, and keeps the process small meanwhile: V8 collects early, in all
 * threads, which costs processor time. In this one it collects at once, which takes some ten milliseconds.
 */
export async function withEarlyCollection<T>(work: () => Promise<T>): Promise<T> {
  if (running++ === 0) {
    setFlagsFromString(EARLY);
    // How far a heap may grow was decided when it was last collected.
    collectAll();
  }
  try {
    return await work();
  } finally {
    if (--running === 0) setFlagsFromString(USUAL);
  }
}
