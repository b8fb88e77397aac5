import { Injectable, Logger } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Cron } from '@nestjs/schedule';
import type { Model } from 'mongoose';
import { Settings } from '../config/settings';
import { JOBS_CONNECTION } from '../database/connections';
import { SyncJob } from './sync-job.schema';
import { DAY_MS } from '../common/durations';

/** Forgets jobs that ended longer ago than JOB_RETENTION_DAYS. */
@Injectable()
export class JobRetention {
  private readonly logger = new Logger(JobRetention.name);

  constructor(
    private readonly settings: Settings,
    @InjectModel(SyncJob.name, JOBS_CONNECTION) private readonly jobs: Model<SyncJob>,
  ) {}

  @Cron('20 3 * * *', { timeZone: 'UTC' })
  async sweep(now = new Date()): Promise<void> {
    if (!this.settings.runsJobs) return;
    const oldest = new Date(now.getTime() - this.settings.jobRetentionDays * DAY_MS);
    const { deletedCount } = await this.jobs.deleteMany({
      status: { $in: ['completed', 'failed'] },
      completed_at: { $lt: oldest },
    });
    this.logger.log(`${deletedCount} jobs that ended before ${oldest.toISOString()} were forgotten`);
  }
}
