import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { CatalogueStubs } from '../../catalogue/catalogue-stubs.service';
import { HistoryWriter } from '../history-writer.service';
import { BatchPipeline, commit, type PipelinedImport } from './batch-pipeline';
import { withFiles, withFilesRead } from './import-failures';
import { ImportFolders } from './import-folders.service';
import { ImportMetrics } from './import.metrics';
import type { ImportJob } from './import-job.types';
import type { ImportProgress } from './import-progress';
import { formatNamed } from './reading/formats/export-format';
import { BrokenExportError } from './reading/errors';
import type { InspectedFile } from './reading/inspected-file';
import { readPlays } from './reading/read-plays';
import { RecordLog } from './record-log';

/** Small enough that no request waits for long while one is matched, or made into messages. */
const BATCH_SIZE = 2_000;

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
    const { upload_id, files } = job.payload;
    for (const step of progress.steps) job.updateStep(step, {});
    const logBytes = job.checkpoint?.record_log_bytes ?? 0;
    const log = await withFiles(() => RecordLog.open(this.folders.recordLogPath(upload_id), logBytes));
    try {
      let recordsBefore = 0;
      for (const [index, file] of files.entries()) {
        const path = join(this.folders.pathOf(upload_id), file.path);
        if (index === progress.filesDone)
          await this.importFile({ job, progress, log, recordsBefore }, { ...file, path });
        recordsBefore += file.records;
      }
    } finally {
      await log.close();
    }
  }

  private async importFile(target: PipelinedImport, file: InspectedFile): Promise<void> {
    const { job, progress, log } = target;
    const step = progress.current.file;
    job.beginStep(step);
    const session = await this.history.open(job.userId, formatNamed(file.format).source);
    const pipeline = new BatchPipeline(session, this.catalogue, this.metrics, target);
    try {
      const options = { now: job.payload.received_at, signal: job.signal };
      const batches = withFilesRead(readPlays(file, progress.next, BATCH_SIZE, options));
      for await (const batch of batches) await pipeline.add(batch);
      await pipeline.end();
      await session.addLandmarks();
      job.endStep(step);
    } catch (error) {
      // What is under way is stored and counted first; should that fail, it is what the import ends with.
      await pipeline.end();
      if (!(error instanceof BrokenExportError)) throw error;
      progress.breaks.push(error.message);
      job.endStep(step, { error: error.message });
    } finally {
      await session.close();
    }
    progress.endFile();
    await commit(job, progress, log);
  }
}
