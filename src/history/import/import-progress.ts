import type { ImportCheckpoint, ImportPayload } from './import-job.types';
import {
  countRecord,
  type FileReport,
  type ImportReport,
  noRecords,
  type RecordOutcome,
  reportOf,
} from './import-report';
import type { InspectedEntry } from './reading/inspected-file';
import { FILE_START, type Place } from './reading/split-record';

/** The analytics step stands beside the files' steps, so no file may have its name. */
export const ANALYTICS_STEP = 'analytics';

/** How far an import is: what its checkpoint, its steps and its report are made of. */
export class ImportProgress {
  filesDone: number;
  next: Place;
  readonly breaks: string[];
  /** For each file the name of its step: its own, with a number where several have the same. */
  readonly steps: string[];
  private readonly perFile: FileReport[];
  private readonly entries: readonly InspectedEntry[];

  constructor({ files, entries }: ImportPayload, checkpoint: ImportCheckpoint | null) {
    this.filesDone = checkpoint?.files_done ?? 0;
    this.next = checkpoint?.next ?? FILE_START;
    this.breaks = checkpoint?.breaks ?? [];
    this.steps = fileSteps(files);
    this.entries = entries ?? [];
    const perFile = checkpoint?.per_file ?? this.steps.map((file) => ({ file }));
    // A job that a former version began may lack a count.
    this.perFile = perFile.map((counts) => ({ ...noRecords(), ...counts }));
  }

  /** Counts a record of the file being read. */
  count(outcome: RecordOutcome, playedAt?: number): void {
    countRecord(this.current, outcome, playedAt);
  }

  get current(): FileReport {
    const report = this.perFile[this.filesDone];
    if (report === undefined) throw new RangeError(`The import has no file ${this.filesDone}`);
    return report;
  }

  /** Counts plays of the history that records of the file being read have made one. */
  countJoined(plays: number): void {
    this.current.joined += plays;
  }

  endFile(): void {
    this.filesDone += 1;
    this.next = FILE_START;
  }

  get report(): ImportReport {
    return reportOf(this.perFile, this.entries);
  }

  checkpoint(recordLogBytes: number): ImportCheckpoint {
    return {
      files_done: this.filesDone,
      next: this.next,
      per_file: this.perFile,
      record_log_bytes: recordLogBytes,
      breaks: this.breaks,
    };
  }
}

/** For each file the name of its step. */
export function fileSteps(files: ImportPayload['files']): string[] {
  return distinctNames(files.map(({ name }) => name));
}

function distinctNames(names: readonly string[]): string[] {
  const taken = new Set([ANALYTICS_STEP]);
  return names.map((name) => {
    let distinct = name;
    for (let number = 2; taken.has(distinct); number += 1) distinct = `${name} (${number})`;
    taken.add(distinct);
    return distinct;
  });
}
