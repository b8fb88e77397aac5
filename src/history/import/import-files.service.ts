import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { CatalogueStubs } from '../../catalogue/catalogue-stubs.service';
import { HistoryWriter } from '../history-writer.service';
import type { WholeHistory } from '../writing/writing-session';
import { BatchPipeline } from './batch-pipeline';
import { withFiles, withFilesRead } from './import-failures';
import { ImportFolders } from './import-folders.service';
import { ImportMetrics } from './import.metrics';
import type { ImportJob } from './import-job.types';
import type { ImportProgress } from './import-progress';
import { formatNamed } from './reading/formats/export-format';
import { describeBreak } from './reading/export-break';
import type { InspectedFile } from './reading/inspected-file';
import { readPlays, type ReadPlaysOptions } from './reading/read-plays';
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
   * @returns the user's plays, where these files have brought all of them
   * @throws JobInterrupted when the job is to stop, JobFailed when the disk fails
   */
  async importAll(job: ImportJob, progress: ImportProgress): Promise<WholeHistory | null> {
    const { upload_id } = job.payload;
    const logBytes = job.checkpoint?.record_log_bytes ?? 0;
    const log = await withFiles(() => RecordLog.open(this.folders.recordLogPath(upload_id), logBytes));
    try {
      const session = await this.history.open(job.userId);
      let whole: WholeHistory | null = null;
      try {
        await session.expect(recordsIn(job.payload.files));
        const pipeline = new BatchPipeline(session, this.catalogue, this.metrics, { job, progress, log });
        await this.readFiles(pipeline, job, progress);
        await session.addLandmarks();
      } finally {
        whole = await session.close();
      }
      return whole;
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
    const inFolder = payload.files.map((file) => ({ ...file, path: join(folder, file.path) }));
    const options: ReadPlaysOptions = {
      now: payload.received_at,
      signal,
      onNewTracks: (tracks) => {
        pipeline.nameAhead(tracks);
      },
    };
    let recordsBefore = recordsIn(payload.files.slice(0, filesDone));
    pipeline.beginFile();
    try {
      for await (const part of withFilesRead(readPlays(inFolder.slice(filesDone), next, BATCH_SIZE, options))) {
        const { file } = part;
        if (part.kind === 'batch') {
          await pipeline.add(part.batch, { source: formatNamed(file.format).source, recordsBefore });
        } else {
          pipeline.endFile(part.broken === null ? null : describeBreak(file.name, part.broken));
          recordsBefore += file.records;
        }
      }
    } finally {
      // What is under way is stored and counted first; should that fail, it is what the import ends with.
      await pipeline.end();
    }
  }
}

function recordsIn(files: readonly InspectedFile[]): number {
  return files.reduce((sum, { records }) => sum + records, 0);
}
