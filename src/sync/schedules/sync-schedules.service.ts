import { Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { Settings } from '../../config/settings';
import { PlatformApp } from '../../platform/platform-app';
import { PlatformTokensService } from '../../platform/platform-tokens.service';
import { UsersService } from '../../users/users.service';
import { SyncStates } from '../sync-states.service';
import { ScheduleQueue, type Turn } from './schedule-queue.service';
import { nominalTick, syncSpacingMs, turnDelayMs } from './ticks';

const SYNC_CYCLE_MS = 15 * 60_000;
const REFRESH_CYCLE_MS = 30 * 60_000;
/** Far enough apart that figures are not all computed at once. */
const REFRESH_SPACING_MS = 700;

/**
 * The schedules of the service. They run in every worker and only enqueue, under ids made of user and nominal tick, so
 * that any number of replicas plan each user's turn once.
 */
@Injectable()
export class SyncSchedules {
  constructor(
    private readonly settings: Settings,
    private readonly app: PlatformApp,
    private readonly queue: ScheduleQueue,
    private readonly tokens: PlatformTokensService,
    private readonly users: UsersService,
    private readonly states: SyncStates,
  ) {}

  /** Users whose link is broken are left out until they log in again. */
  @Cron('0 0,15,30,45 * * * *', { name: 'sync_all_users', timeZone: 'UTC' })
  async syncAllUsers(now = new Date()): Promise<void> {
    if (!this.settings.runsJobs) return;
    const spacingMs = syncSpacingMs(this.app.pace);
    await this.queue.enqueue('sync', turnsOf(this.tokens.linkedUsers(), nominalTick(now, SYNC_CYCLE_MS), spacingMs));
  }

  @Cron('0 30 0,6,12,18 * * *', { name: 'refresh_analytics', timeZone: 'UTC' })
  async refreshAnalytics(now = new Date()): Promise<void> {
    if (!this.settings.runsJobs) return;
    await this.queue.enqueue(
      'analytics',
      turnsOf(this.users.allIds(), nominalTick(now, REFRESH_CYCLE_MS), REFRESH_SPACING_MS),
    );
  }

  /** Looks sooner at the feeds of users who play more than the feed holds between two looks. */
  @Cron('30 * * * * *', { name: 'poll_sooner', timeZone: 'UTC' })
  async pollSooner(now = new Date()): Promise<void> {
    if (!this.settings.runsJobs) return;
    await this.queue.enqueue('sync', soonerTurns(this.states.dueSooner(now)));
  }
}

async function* turnsOf(userIds: AsyncIterable<string>, tick: Date, spacingMs: number): AsyncGenerator<Turn> {
  let index = 0;
  for await (const userId of userIds) yield { userId, tick, delayMs: turnDelayMs(index++, spacingMs, SYNC_CYCLE_MS) };
}

async function* soonerTurns(due: AsyncIterable<{ userId: string; since: Date }>): AsyncGenerator<Turn> {
  for await (const { userId, since } of due) yield { userId, tick: since, delayMs: 0 };
}
