import { basename } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { FastifyRequest } from 'fastify';
import type { Model } from 'mongoose';
import { InsufficientStorage, isDiskFull } from '../../common/errors/disk-full';
import { Settings } from '../../config/settings';
import { SyncJob } from '../../sync-jobs/sync-job.schema';
import { SyncJobsService } from '../../sync-jobs/sync-jobs.service';
import { NO_ROOM_LEFT } from './disk-errors';
import { type ImportResponse, toImportResponse } from './import.dto';
import { ImportFolders } from './import-folders.service';
import type { ImportPayload } from './import-job.types';
import { inspectUpload } from './reading/inspect-upload';
import type { Inspection, UploadedFile } from './reading/inspected-file';
import { UnreadableUploadError } from './reading/unreadable-upload.error';
import { unreadableFile } from './upload.errors';
import { UploadReceiver } from './upload-receiver.service';

/** Takes uploads and hands them to the import job. */
@Injectable()
export class UploadsService {
  private readonly logger = new Logger(UploadsService.name);

  constructor(
    @InjectModel(SyncJob.name) private readonly jobs: Model<SyncJob>,
    private readonly syncJobs: SyncJobsService,
    private readonly receiver: UploadReceiver,
    private readonly folders: ImportFolders,
    private readonly settings: Settings,
  ) {}

  /**
   * Takes the files to disk, makes sure that each holds a listening history, and starts the job that imports them.
   * Nothing stays behind of an upload that is refused or breaks off.
   *
   * @param gone aborted when the caller has gone, or has got another answer
   * @throws InvalidRequest, PayloadTooLarge, InsufficientStorage or UploadAbandoned
   */
  async importFrom(request: FastifyRequest, userId: string, gone: AbortSignal): Promise<ImportResponse> {
    try {
      return await this.take(request, userId, gone);
    } catch (error) {
      throw isDiskFull(error) ? new InsufficientStorage(NO_ROOM_LEFT) : error;
    }
  }

  private async take(request: FastifyRequest, userId: string, gone: AbortSignal): Promise<ImportResponse> {
    const uploadId = await this.folders.create();
    try {
      const uploads = await this.receiver.receive(request, uploadId);
      const inspection = await this.inspect(uploads, gone);
      return await this.startJob(userId, { upload_id: uploadId, received_at: new Date(), ...inspection });
    } catch (error) {
      await this.discard(uploadId);
      throw error;
    }
  }

  /** What cannot be deleted now is left to UploadSweeper. */
  private async discard(uploadId: string): Promise<void> {
    try {
      await this.folders.letGo(uploadId);
      // The job may have been recorded, and only the answer was lost: then it will find its files.
      if ((await this.jobs.exists({ 'payload.upload_id': uploadId })) === null) await this.folders.remove(uploadId);
    } catch (error) {
      this.logger.warn(`What is left of upload ${uploadId} could not be deleted yet: ${String(error)}`);
    }
  }

  private async inspect(uploads: UploadedFile[], gone: AbortSignal): Promise<Inspection> {
    const { importMaxBytes: maxBytes } = this.settings;
    try {
      const { files, entries } = await inspectUpload(uploads, { maxBytes }, gone);
      return { files: files.map((file) => ({ ...file, path: basename(file.path) })), entries };
    } catch (error) {
      throw error instanceof UnreadableUploadError ? unreadableFile(error.message) : error;
    }
  }

  private async startJob(userId: string, payload: ImportPayload): Promise<ImportResponse> {
    const itemsTotal = payload.files.reduce((sum, { records }) => sum + records, 0);
    const job = await this.syncJobs.start({ userId, jobType: 'import', payload, itemsTotal });
    // Imports of one user queue up, so that there is always a new job.
    if (job === null) throw new Error(`No import job was made for upload ${payload.upload_id}`);
    return toImportResponse(job);
  }
}
