import type { TrackNames } from '../../matching/reported-play';
import type { InspectedFile } from './inspected-file';
import { BatchUnpacker, newTracksIn } from './packed-batch';
import type { ReadBatch, ReadingAnswer, ReadingTask } from './reading-messages';
import type { Place } from './split-record';
import { ReadingThread } from './thread-client';

/** Batches that are read while others are worked on: packed, they take some ten kilobytes each. */
const BATCHES_AHEAD = 6;

export interface ReadPlaysOptions {
  /** A play that ends later than this is invalid. */
  now: Date;
  /** Ends the reading at once, with the signal's reason as the error. */
  signal?: AbortSignal;
  /** Is told the tracks that are new in a batch as soon as it is read, while those before it wait to be given out. */
  onNewTracks?: (tracks: readonly TrackNames[]) => void;
}

/** What is read, or that its file ends: after all whole records, also where it breaks off. */
export type ReadPart = { file: InspectedFile } & (
  { kind: 'batch'; batch: ReadBatch } | Extract<ReadingAnswer, { kind: 'file_end' }>
);

/**
 * Reads the records of inspected files, one file after the other, in a thread of its own, no further ahead than the caller
 * keeps up. It is one thread for all of them: V8 compiles for each thread anew. The thread ends with the iteration, also
 * when that is left early.
 *
 * @param from      where to begin in the first: FILE_START, or the `next` of the last batch that was dealt with
 * @param batchSize records in every batch of a file but its last
 */
export async function* readPlays(
  files: readonly InspectedFile[],
  from: Place,
  batchSize: number,
  { now, signal, onNewTracks }: ReadPlaysOptions,
): AsyncGenerator<ReadPart, void, undefined> {
  if (files.length === 0) return;
  const thread = new ReadingThread<ReadingTask>({ kind: 'read', files, from, batchSize, now: now.getTime() });
  thread.onAnswer((answer) => {
    if (answer.kind === 'batch') onNewTracks?.(newTracksIn(answer.batch));
  });
  try {
    for (let ahead = 0; ahead < BATCHES_AHEAD; ahead += 1) thread.ask();
    const answers = thread.answers(signal);
    const unpacker = new BatchUnpacker();
    for (const file of files) {
      let hasEnded = false;
      while (!hasEnded) {
        const { value: answer } = await answers.next();
        hasEnded = answer.kind === 'file_end';
        if (answer.kind === 'batch') yield { file, kind: 'batch', batch: unpacker.unpack(answer.batch) };
        else yield { file, ...answer };
        thread.ask();
      }
    }
  } finally {
    await thread.stop();
  }
}
