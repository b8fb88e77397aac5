import { Injectable, Logger, OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Interval } from '@nestjs/schedule';
import type { Model } from 'mongoose';
import { Settings } from '../../config/settings';
import { JOBS_CONNECTION } from '../../database/connections';
import { DatabaseService } from '../../database/database.service';
import { SyncJob } from '../../sync-jobs/sync-job.schema';
import { ImportFolders } from './import-folders.service';

const SWEEP_MS = 10 * 60_000;
/** A folder without a job that belongs to a process of another machine is left alone for so long. */
const IDLE_MS = 60 * 60_000;

/**
 * Deletes what uploads and imports have left behind: folders of uploads that never became a job or whose job is
 * forgotten, and the files of jobs that ended without their worker, such as those cancelled while they waited.
 */
@Injectable()
export class UploadSweeper implements OnApplicationBootstrap {
  private readonly logger = new Logger(UploadSweeper.name);

  constructor(
    @InjectModel(SyncJob.name, JOBS_CONNECTION) private readonly jobs: Model<SyncJob>,
    private readonly database: DatabaseService,
    private readonly folders: ImportFolders,
    private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.settings.servesHttp) return;
    this.database.whenReady().then(
      () => this.sweepAtLeisure(),
      (error: unknown) => {
        this.logger.log(`Left-over uploads were not looked for: ${String(error)}`);
      },
    );
  }

  @Interval(SWEEP_MS)
  async sweepAtLeisure(): Promise<void> {
    if (!this.settings.servesHttp) return;
    try {
      await this.sweep(new Date());
    } catch (error) {
      this.logger.warn(`Looking for left-over uploads failed: ${String(error)}`);
    }
  }

  async sweep(now: Date): Promise<void> {
    const ids = await this.folders.list();
    const jobs = await this.jobs
      .find({ job_type: 'import', 'payload.upload_id': { $in: ids } })
      .select({ status: 1, 'payload.upload_id': 1 })
      .lean<{ status: string; payload: { upload_id: string } }[]>();
    const statuses = new Map(jobs.map(({ status, payload }) => [payload.upload_id, status]));
    for (const id of ids) await this.sweepFolder(id, statuses.get(id), new Date(now.getTime() - IDLE_MS));
  }

  private async sweepFolder(id: string, status: string | undefined, idleSince: Date): Promise<void> {
    if (status === 'completed' || status === 'failed') await this.folders.removeUploads(id);
    if (status !== undefined || !(await this.folders.isAbandoned(id, idleSince))) return;
    this.logger.log(`Deletes what is left of upload ${id}`);
    await this.folders.remove(id);
  }
}
