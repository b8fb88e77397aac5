import type { ArchivedPlay } from '../../matching/reported-play';
import type { ExportBreak } from './export-break';
import type { ReadRecord, SkippedRecord } from './imported-play';
import type { InspectedFile, Inspection, UploadedFile } from './inspected-file';
import type { Place } from './split-record';
import type { UploadLimits } from './unpacking-budget';
import type { Refusal } from './unreadable-upload.error';

/** Records that follow one another in the file, and the place behind them at which reading can be taken up again. */
export interface ReadBatch {
  records: ReadRecord[];
  next: Place;
}

/**
 * A batch on its way between threads, in which a track is spelt out once, and a number after that: strings and objects
 * are what it takes the threads longest to copy, and those of a history repeat.
 */
export interface PackedBatch {
  /** Whether the numbers of tracks begin anew. */
  isAfresh: boolean;
  /** The tracks that have got the next numbers. */
  tracks: (string | null)[];
  /** The number of the first record. */
  first: number;
  /** Of each record in turn. */
  numbers: Float64Array;
  /** The records that are no plays, in their order. */
  skipped: SkippedRecord[];
  /** Of our own archive: what several sources have reported of each play, in their order. */
  archived: ArchivedPlay[];
  next: Place;
}

/** What to look through. */
export interface InspectionTask {
  kind: 'inspect';
  uploads: readonly UploadedFile[];
  limits: UploadLimits;
}

/** How to read files. */
export interface ReadingRules {
  /** Records in every batch of a file but its last. */
  batchSize: number;
  /** ms since 1970; a play that ends later is invalid. */
  now: number;
}

/** What to read, one file after the other. */
export interface ReadingTask extends ReadingRules {
  kind: 'read';
  files: readonly InspectedFile[];
  /** Where to begin in the first of them. */
  from: Place;
}

/** What the thread says about an inspection, once. */
export type InspectionAnswer =
  { kind: 'inspected'; inspection: Inspection } | { kind: 'unreadable'; refusals: readonly Refusal[] };

/**
 * What the thread says about a reading, once for each message it gets: a batch of the file being read, or that it ends,
 * whole or broken off, so that the next file follows.
 */
export type ReadingAnswer = { kind: 'batch'; batch: PackedBatch } | { kind: 'file_end'; broken: ExportBreak | null };

/** What a thread is started for. */
export type ThreadTask = InspectionTask | ReadingTask;

/** What a thread needs to know to do its task. */
export interface ThreadData {
  task: ThreadTask;
  /** Modules of the forms of export that there are; each registers its form as it is loaded. */
  formatFiles: readonly string[];
}

export type AnswerTo<Task extends ThreadTask> = Task extends InspectionTask ? InspectionAnswer : ReadingAnswer;
