import { Injectable, Logger } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Cron } from '@nestjs/schedule';
import type { Model } from 'mongoose';
import { Settings } from '../config/settings';
import { JOBS_CONNECTION } from '../database/connections';
import { ApiLog } from './api-log.schema';
import { DAY_MS } from '../common/durations';

/** Forgets calls that were made longer ago than API_LOG_RETENTION_DAYS. */
@Injectable()
export class ApiLogRetention {
  private readonly logger = new Logger(ApiLogRetention.name);

  constructor(
    private readonly settings: Settings,
    @InjectModel(ApiLog.name, JOBS_CONNECTION) private readonly logs: Model<ApiLog>,
  ) {}

  @Cron('40 3 * * *', { timeZone: 'UTC' })
  async sweep(now = new Date()): Promise<void> {
    if (!this.settings.runsJobs) return;
    const oldest = new Date(now.getTime() - this.settings.apiLogRetentionDays * DAY_MS);
    const { deletedCount } = await this.logs.deleteMany({ timestamp: { $lt: oldest } });
    this.logger.log(`${deletedCount} logged calls from before ${oldest.toISOString()} were forgotten`);
  }
}
