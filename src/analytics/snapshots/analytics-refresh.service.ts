import { Injectable, OnModuleInit } from '@nestjs/common';
import { PERIODS, type Period } from '../../common/periods';
import { HistoryChanges } from '../../history/history-changes.service';
import { UsersService } from '../../users/users.service';
import { type BuildContext, RollupService } from '../rollups/rollup.service';
import { SnapshotComputer } from './snapshot-computer.service';

/** Keeps each user's figures up to date with their history. */
@Injectable()
export class AnalyticsRefreshService implements OnModuleInit {
  private readonly underWay = new Map<string, Promise<Date>>();

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

  /** Brings everything up to date for a request that found nothing. */
  refreshOnce(userId: string): Promise<Date> {
    return this.once(userId, () => this.refresh(userId));
  }

  /** Computes all snapshots from the roll-ups as they are, for a request that found those of a former day. */
  recomputeOnce(userId: string): Promise<Date> {
    return this.once(userId, () => this.computer.compute(userId, PERIODS));
  }

  /** A page asks for many figures at once: its requests wait for one and the same work. */
  private once(userId: string, begin: () => Promise<Date>): Promise<Date> {
    let work = this.underWay.get(userId);
    if (work === undefined) {
      work = begin().finally(() => this.underWay.delete(userId));
      this.underWay.set(userId, work);
    }
    return work;
  }
}
