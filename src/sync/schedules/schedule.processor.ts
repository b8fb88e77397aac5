import { Processor, WorkerHost } from '@nestjs/bullmq';
import { Logger } from '@nestjs/common';
import type { Job } from 'bullmq';
import { AnalyticsRefreshService } from '../../analytics/snapshots/analytics-refresh.service';
import { requestIdFrom, runInContext } from '../../common/request-context';
import { SCHEDULE_QUEUE } from '../../queue/queues';
import { WAITING_WORKER_OPTIONS } from '../../sync-jobs/lane-processors';
import { UsersService } from '../../users/users.service';
import { SyncStarter } from '../sync-starter.service';
import type { DueWork } from './schedule-queue.service';

/** Does what the schedules have planned for a user. What fails for one user is logged, and tried again in the next cycle. */
@Processor(SCHEDULE_QUEUE, WAITING_WORKER_OPTIONS)
export class ScheduleProcessor extends WorkerHost {
  private readonly logger = new Logger(ScheduleProcessor.name);

  constructor(
    private readonly syncs: SyncStarter,
    private readonly analytics: AnalyticsRefreshService,
    private readonly users: UsersService,
  ) {
    super();
  }

  override async process({ data }: Job<DueWork>): Promise<void> {
    const { kind, userId } = data;
    try {
      await runInContext({ requestId: requestIdFrom(undefined) }, () => this.work(data));
    } catch (error) {
      this.logger.error(error, `Scheduled ${kind} of user ${userId} failed`);
    }
  }

  private async work({ kind, userId }: DueWork): Promise<void> {
    if (kind === 'sync') await this.syncs.startScheduled(userId);
    // A user may have left since their turn was planned.
    else if ((await this.users.findById(userId)) !== null) await this.analytics.refresh(userId);
  }
}
