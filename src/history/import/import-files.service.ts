import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { CatalogueStubs } from '../../catalogue/catalogue-stubs.service';
import { HistoryWriter } from '../history-writer.service';
import { BatchPipeline } from './batch-pipeline';
import { withFiles, withFilesRead } from './import-failures';
import { ImportFolders } from './import-folders.service';
import { ImportMetrics } from './import.metrics';
import type { ImportJob } from './import-job.types';
import type { ImportProgress } from './import-progress';
import { formatNamed } from './reading/formats/export-format';
import { BrokenExportError } from './reading/errors';
import { FILE_START, readPlays } from './reading/read-plays';
import type { ReadBatch } from './reading/reading-messages';
import { RecordLog } from './record-log';

/** Small enough that no request waits for long while one is matched, or made into messages. */
const BATCH_SIZE = 1_000;

/** Reads uploaded files one after the other and stores their plays, batch by batch. */
@Injectable()
export class ImportFiles {
  constructor(
    private readonly history: HistoryWriter,
    private readonly catalogue: CatalogueStubs,
    private readonly folders: ImportFolders,
    private readonly metrics: ImportMetrics,
  ) {}

  /**
   * Goes on from where the last committed batch ended. A file that breaks off is noted in `progress`, and the next is read.
   * @throws JobInterrupted when the job is to stop, JobFailed when the disk fails
   */
  async importAll(job: ImportJob, progress: ImportProgress): Promise<void> {
    const { upload_id } = job.payload;
    for (const step of progress.steps) job.updateStep(step, {});
    const logBytes = job.checkpoint?.record_log_bytes ?? 0;
    const log = await withFiles(() => RecordLog.open(this.folders.recordLogPath(upload_id), logBytes));
    try {
      const session = await this.history.open(job.userId);
      try {
        const pipeline = new BatchPipeline(session, this.catalogue, this.metrics, { job, progress, log });
        await this.readFiles(pipeline, job, progress);
        await session.addLandmarks();
      } finally {
        await session.close();
      }
    } finally {
      this.catalogue.forget();
      await log.close();
    }
  }

  /** @param progress where to begin; it follows what is counted from then on, which is behind what is read */
  private async readFiles(
    pipeline: BatchPipeline,
    { payload, signal }: ImportJob,
    { filesDone, next }: ImportProgress,
  ): Promise<void> {
    const folder = this.folders.pathOf(payload.upload_id);
    let recordsBefore = 0;
    pipeline.beginFile();
    try {
      for (const [index, file] of payload.files.entries()) {
        if (index >= filesDone) {
          const from = index === filesDone ? next : FILE_START;
          const options = { now: payload.received_at, signal };
          const batches = readPlays({ ...file, path: join(folder, file.path) }, from, BATCH_SIZE, options);
          const origin = { source: formatNamed(file.format).source, recordsBefore };
          pipeline.endFile(await takeAll(withFilesRead(batches), (batch) => pipeline.add(batch, origin)));
        }
        recordsBefore += file.records;
      }
    } finally {
      // What is under way is stored and counted first; should that fail, it is what the import ends with.
      await pipeline.end();
    }
  }
}

/** @returns where the file that batches come from broke off, as a sentence; null if it did not */
async function takeAll(
  batches: AsyncIterable<ReadBatch>,
  take: (batch: ReadBatch) => Promise<void>,
): Promise<string | null> {
  try {
    for await (const batch of batches) await take(batch);
    return null;
  } catch (error) {
    if (error instanceof BrokenExportError) return error.message;
    throw error;
  }
}
