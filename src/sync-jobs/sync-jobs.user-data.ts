import { setTimeout as sleep } from 'node:timers/promises';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../database/connections';
import { type ExportFile, type UserCollection, type UserData, UserDataOwner } from '../database/user-data/user-data';
import { byUserId, jsonLines, rowsOf } from '../database/user-data/user-rows';
import { SyncJob } from './sync-job.schema';
import { toSyncJobResponse } from './sync-jobs.dto';

const POLL_MS = 100;

/** A user's jobs. */
@UserDataOwner()
export class SyncJobsUserData implements UserData {
  readonly collections: readonly UserCollection[];
  private readonly rows: UserCollection;

  constructor(@InjectModel(SyncJob.name, JOBS_CONNECTION) private readonly jobs: Model<SyncJob>) {
    this.rows = byUserId(jobs);
    this.collections = [this.rows];
  }

  files(userId: string): ExportFile[] {
    const about = 'The syncs, imports and other jobs that ran for you, with their reports.';
    const rows = rowsOf<SyncJob>(this.rows, userId, { sort: { created_at: -1, _id: -1 } });
    return [{ name: 'jobs.jsonl', about, content: jsonLines(rows, toSyncJobResponse) }];
  }

  /** Cancels every job and waits until none runs. One whose worker has died is taken back by JobReaper, and cancelled then. */
  async lockOut(userId: string, signal: AbortSignal): Promise<void> {
    const cancelled = { status: 'failed', error_message: 'cancelled', completed_at: new Date() } as const;
    const isOpen = { user_id: userId, status: { $in: ['pending', 'running'] as const } };
    for (;;) {
      await this.jobs.updateMany({ user_id: userId, status: 'running' }, { $set: { cancel_requested: true } });
      await this.jobs.updateMany({ user_id: userId, status: 'pending' }, { $set: cancelled });
      if ((await this.jobs.exists(isOpen)) === null) return;
      await sleep(POLL_MS, undefined, { signal });
    }
  }
}
