import { BrokenExportError } from './errors';
import type { InspectedFile } from './inspected-file';
import type { ReadBatch, ReadingTask } from './reading-messages';
import type { Place } from './split-record';
import { ReadingThread } from './thread-client';

/** The beginning of a file. */
export const FILE_START: Place = { record: 0, byte: 0 };

/** Batches under way at once: one is read while another is worked on. */
const BATCHES_AHEAD = 2;

export interface ReadPlaysOptions {
  /** A play that ends later than this is invalid. */
  now: Date;
  /** Ends the reading at once, with the signal's reason as the error. */
  signal?: AbortSignal;
}

/**
 * Reads the records of an inspected file in a thread of its own, no further ahead than the caller keeps up.
 * The thread ends with the iteration, also when that is left early.
 *
 * @param from      FILE_START, or the `next` of the last batch that was dealt with
 * @param batchSize records in every batch but the last
 * @throws BrokenExportError where the file breaks off, after all whole records before that have been given out
 */
export async function* readPlays(
  file: InspectedFile,
  from: Place,
  batchSize: number,
  { now, signal }: ReadPlaysOptions,
): AsyncGenerator<ReadBatch, void, undefined> {
  const task: ReadingTask = { kind: 'read', file, from, batchSize, now: now.getTime() };
  const thread = new ReadingThread(task);
  try {
    for (let ahead = 0; ahead < BATCHES_AHEAD; ahead += 1) thread.ask();
    for await (const answer of thread.answers(signal)) {
      if (answer.kind === 'batch') {
        yield answer.batch;
        thread.ask();
      } else {
        if (answer.broken !== null) throw new BrokenExportError(file.name, answer.broken);
        return;
      }
    }
  } finally {
    await thread.stop();
  }
}
