import type { ExportBreak, UnreadableUpload } from './errors';
import type { ReadRecord } from './imported-play';
import type { InspectedFile, UploadedFile } from './inspected-file';
import type { Place } from './split-record';
import type { UploadLimits } from './unpacking-limits';

/** Records that follow one another in the file, and the place behind them at which reading can be taken up again. */
export interface ReadBatch {
  records: ReadRecord[];
  next: Place;
}

/** What to look through. */
export interface InspectionTask {
  kind: 'inspect';
  uploads: readonly UploadedFile[];
  limits: UploadLimits;
}

/** What to read, and from where. */
export interface ReadingTask {
  kind: 'read';
  file: InspectedFile;
  from: Place;
  /** Records in every batch but the last. */
  batchSize: number;
  /** ms since 1970; a play that ends later is invalid. */
  now: number;
}

/** What the thread says about an inspection, once. */
export type InspectionAnswer =
  { kind: 'inspected'; files: InspectedFile[] } | { kind: 'unreadable'; fileName: string; why: UnreadableUpload };

/** What the thread says about a reading, once for each message it gets. */
export type ReadingAnswer = { kind: 'batch'; batch: ReadBatch } | { kind: 'end'; broken: ExportBreak | null };

/** What a thread is started for. */
export type ThreadTask = InspectionTask | ReadingTask;

/** What a thread needs to know to do its task. */
export interface ThreadData {
  task: ThreadTask;
  /** Modules of the forms of export that there are; each registers its form as it is loaded. */
  formatFiles: readonly string[];
}

export type AnswerTo<Task extends ThreadTask> = Task extends InspectionTask ? InspectionAnswer : ReadingAnswer;
