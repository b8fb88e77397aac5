import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Injectable, StreamableFile } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isValidObjectId, type Model } from 'mongoose';
import { NotFound } from '../../common/errors/errors';
import { SyncJob } from '../../sync-jobs/sync-job.schema';
import { isFileError } from './disk-errors';
import { ImportFolders } from './import-folders.service';
import type { ImportCheckpoint, ImportPayload } from './import-job.types';

/** Hands out the account of the records that an import did not store. */
@Injectable()
export class ImportRecords {
  constructor(
    @InjectModel(SyncJob.name) private readonly jobs: Model<SyncJob>,
    private readonly folders: ImportFolders,
  ) {}

  /**
   * The account as far as it is committed, as NDJSON; empty while the import has not begun.
   * @throws NotFound for an id that is not one of this user's imports
   */
  async download(userId: string, jobId: string): Promise<StreamableFile> {
    const filter = { _id: jobId, user_id: userId, job_type: 'import' as const };
    const job = isValidObjectId(jobId) ? await this.jobs.findOne(filter).lean<SyncJob>() : null;
    if (job === null) throw new NotFound('There is no import with this id');
    const length = (job.checkpoint as ImportCheckpoint | null)?.record_log_bytes ?? 0;
    const path = this.folders.recordLogPath((job.payload as ImportPayload).upload_id);
    return new StreamableFile(length === 0 ? Readable.from([]) : await readStart(path, length), {
      type: 'application/x-ndjson',
      disposition: `attachment; filename="import-${jobId}.ndjson"`,
    });
  }
}

async function readStart(path: string, length: number): Promise<Readable> {
  try {
    await access(path);
  } catch (error) {
    if (isFileError(error)) throw new NotFound('The account of this import is not there any more');
    throw error;
  }
  return createReadStream(path, { end: length - 1 });
}
