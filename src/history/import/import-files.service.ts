import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { CatalogueStubs } from '../../catalogue/catalogue-stubs.service';
import { HistoryWriter } from '../history-writer.service';
import type { Outcome } from '../matching/reported-play';
import { withFiles, withFilesRead } from './import-failures';
import { ImportFolders } from './import-folders.service';
import type { ImportJob } from './import-job.types';
import type { ImportProgress } from './import-progress';
import { BrokenExportError } from './reading/errors';
import type { ReadRecord } from './reading/imported-play';
import type { InspectedFile } from './reading/inspected-file';
import { readPlays } from './reading/read-plays';
import { RecordLog } from './record-log';
import { takeAccount } from './take-account';

const BATCH_SIZE = 5_000;

/** Reads uploaded files one after the other and stores their plays, batch by batch. */
@Injectable()
export class ImportFiles {
  constructor(
    private readonly history: HistoryWriter,
    private readonly catalogue: CatalogueStubs,
    private readonly folders: ImportFolders,
  ) {}

  /**
   * Goes on from where the last committed batch ended. A file that breaks off is noted in `progress`, and the next is read.
   * @throws JobInterrupted when the job is to stop, JobFailed when the disk fails
   */
  async importAll(job: ImportJob, progress: ImportProgress): Promise<void> {
    const { upload_id, files } = job.payload;
    for (const step of progress.steps) job.updateStep(step, {});
    const logBytes = job.checkpoint?.record_log_bytes ?? 0;
    const log = await withFiles(() => RecordLog.open(this.folders.recordLogPath(upload_id), logBytes));
    try {
      let recordsBefore = 0;
      for (const [index, file] of files.entries()) {
        const path = join(this.folders.pathOf(upload_id), file.path);
        if (index === progress.filesDone) await this.importFile(job, progress, log, { ...file, path }, recordsBefore);
        recordsBefore += file.records;
      }
    } finally {
      await log.close();
    }
  }

  private async importFile(
    job: ImportJob,
    progress: ImportProgress,
    log: RecordLog,
    file: InspectedFile,
    recordsBefore: number,
  ): Promise<void> {
    const step = progress.current.file;
    job.beginStep(step);
    // A batch is committed while the next one is stored. Records of several uncommitted batches are as safe as those of
    // one: work done again knows its own rows.
    let committed: Promise<void> = Promise.resolve();
    try {
      const options = { now: job.payload.received_at, signal: job.signal };
      const batches = withFilesRead(readPlays(file, progress.next, BATCH_SIZE, options));
      for await (const { records, next } of batches) {
        const outcomes = await this.store(job, file, records, recordsBefore);
        const [earlier] = await Promise.allSettled([committed]);
        takeAccount(records, outcomes, progress, log);
        progress.next = next;
        job.updateStep(step, { items: next.record, detail: inWords(progress) });
        committed = commit(job, progress, log);
        // Its failure is met after the next batch, which is stored by then and so is counted first.
        committed.catch(() => undefined);
        if (earlier.status === 'rejected') {
          await Promise.allSettled([committed]);
          throw earlier.reason;
        }
      }
      job.endStep(step);
    } catch (error) {
      if (!(error instanceof BrokenExportError)) throw error;
      await committed;
      progress.breaks.push(error.message);
      job.endStep(step, { error: error.message });
    } finally {
      await committed;
    }
    progress.endFile();
    await commit(job, progress, log);
  }

  /** @returns what became of each record that is a play, in their order */
  private async store(
    job: ImportJob,
    { format }: InspectedFile,
    records: readonly ReadRecord[],
    recordsBefore: number,
  ): Promise<Outcome[]> {
    const read = records.filter((record) => 'play' in record);
    const plays = read.map(({ play }) => play);
    const ordinals = read.map(({ record }) => recordsBefore + record);
    const [outcomes] = await Promise.all([
      this.history.write(job.userId, format, plays, { jobId: job.id, ordinals }),
      this.catalogue.addStubs(plays),
    ]);
    return outcomes;
  }
}

async function commit(job: ImportJob, progress: ImportProgress, log: RecordLog): Promise<void> {
  const { report } = progress;
  const logBytes = await withFiles(() => log.flush());
  job.setProgress({ itemsProcessed: report.records, report });
  await job.commit(progress.checkpoint(logBytes));
}

function inWords({ current }: ImportProgress): string {
  const { records, stored, merged } = current;
  return `${stored} stored, ${merged} merged, ${records - stored - merged} skipped`;
}
