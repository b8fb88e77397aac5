import { setFlagsFromString } from 'node:v8';

/** By how much a heap grows, in percent of what is in use, before V8 collects all of it. */
const EARLY = '--heap-growing-percent=20';
/** As V8 itself decides: a multiple for a small heap. */
const USUAL = '--heap-growing-percent=0';

let running = 0;

/**
 * Runs work that makes much garbage in little time, and keeps the process small meanwhile: V8 collects early, in all
 * threads, which costs processor time.
 */
export async function withEarlyCollection<T>(work: () => Promise<T>): Promise<T> {
  if (running++ === 0) setFlagsFromString(EARLY);
  try {
    return await work();
  } finally {
    if (--running === 0) setFlagsFromString(USUAL);
  }
}
