import { Injectable, Logger, OnModuleInit } from '@nestjs/common';
import { PERIODS, type Period } from '../../common/periods';
import { HistoryChanges } from '../../history/history-changes.service';
import { UsersService } from '../../users/users.service';
import { type BuildContext, RollupService } from '../rollups/rollup.service';
import type { SnapshotStamp } from '../figures/snapshot';
import { SnapshotComputer } from './snapshot-computer.service';
import { textOf } from './snapshot-stamps.service';

/** Keeps each user's figures up to date with their history. */
@Injectable()
export class AnalyticsRefreshService implements OnModuleInit {
  private readonly logger = new Logger(AnalyticsRefreshService.name);
  /** What is being computed for requests, by user and stamp. */
  private readonly underWay = new Map<string, Promise<unknown>>();

  constructor(
    private readonly rollups: RollupService,
    private readonly computer: SnapshotComputer,
    private readonly changes: HistoryChanges,
    private readonly users: UsersService,
  ) {}

  onModuleInit(): void {
    this.changes.register(async (userId, { signal, onProgress, whole }) => {
      await this.refresh(userId, PERIODS, {
        signal,
        whole,
        onProgress: (done, total) => onProgress?.(`${done} of ${total} days`),
      });
    });
  }

  /**
   * Brings the roll-ups up to date and computes the snapshots of these periods anew; again, if the user has changed their
   * zone meanwhile, for which no other job begins while one is at work.
   * @returns when the figures were taken
   */
  async refresh(userId: string, periods: readonly Period[] = PERIODS, context: BuildContext = {}): Promise<Date> {
    for (;;) {
      const zone = await this.users.timezoneOf(userId);
      await this.rollups.bringUpToDate(userId, context);
      const computedAt = await this.computer.compute(userId, periods);
      if ((await this.users.timezoneOf(userId)) === zone) return computedAt;
    }
  }

  /**
   * Computes all snapshots for a request that found none of this stamp. A page asks for many figures at once: its requests
   * wait for the same work. Roll-ups that are behind follow without keeping them waiting.
   */
  async computeOnce(userId: string, stamp: SnapshotStamp): Promise<void> {
    const key = `${userId} ${textOf(stamp)}`;
    let work = this.underWay.get(key);
    if (work === undefined) {
      work = this.computer.compute(userId, PERIODS).finally(() => this.underWay.delete(key));
      this.underWay.set(key, work);
      work.then(
        () => this.bringRollupsUpToDate(userId),
        () => undefined,
      );
    }
    await work;
  }

  private async bringRollupsUpToDate(userId: string): Promise<void> {
    try {
      if ((await this.rollups.changedSinceBuild(userId)).length > 0) await this.rollups.bringUpToDate(userId);
    } catch (error) {
      this.logger.warn(`The roll-ups of user ${userId} stay as they were until the next sync: ${String(error)}`);
    }
  }
}
