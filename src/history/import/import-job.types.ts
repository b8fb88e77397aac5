import type { RunningJob } from '../../sync-jobs/running-job';
import type { FileReport } from './import-report';
import type { InspectedEntry, InspectedFile } from './reading/inspected-file';
import type { Place } from './reading/split-record';

/** What an import job is created with. */
export interface ImportPayload {
  /** Names the folder of the uploaded files: see ImportFolders. */
  upload_id: string;
  /** When the upload came in: a play that ends later is invalid. */
  received_at: Date;
  /** The histories in the upload; their paths are within the folder. */
  files: InspectedFile[];
  /** What was found of everything in it; absent from a job that waits since an earlier version took it. */
  entries?: InspectedEntry[];
}

/** How far an import job is, at the end of a batch. */
export interface ImportCheckpoint {
  /** Files dealt with; it is also the index of the one being read. */
  files_done: number;
  /** Where to read on in that file. */
  next: Place;
  /** For each file what became of its records so far. */
  per_file: FileReport[];
  /** Length of the account of the records that were not stored, in bytes. */
  record_log_bytes: number;
  /** For each file that broke off a sentence that says where. */
  breaks: string[];
}

export type ImportJob = RunningJob<ImportPayload, ImportCheckpoint>;
