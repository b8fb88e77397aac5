import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { dayOf } from '../../common/days';
import type { Period } from '../../common/periods';
import type { AnalyticsBreakdown, AnalyticsSnapshot } from '../figures/snapshot';
import { AnalyticsRefreshService } from './analytics-refresh.service';
import { StoredBreakdown } from './breakdown.schema';
import { StoredSnapshot } from './snapshot.schema';

/** Reads snapshots for requests, and sees to it that they are there and end today. */
@Injectable()
export class SnapshotReader {
  constructor(
    @InjectModel(StoredSnapshot.name) private readonly snapshots: Model<StoredSnapshot>,
    @InjectModel(StoredBreakdown.name) private readonly breakdowns: Model<StoredBreakdown>,
    private readonly refresh: AnalyticsRefreshService,
  ) {}

  snapshotOf(userId: string, period: Period): Promise<AnalyticsSnapshot> {
    return this.current(userId, () =>
      this.snapshots.findOne({ user_id: userId, period }).lean<AnalyticsSnapshot>().exec(),
    );
  }

  breakdownOf(userId: string, period: Period): Promise<AnalyticsBreakdown> {
    return this.current(userId, () =>
      this.breakdowns.findOne({ user_id: userId, period }).lean<AnalyticsBreakdown>().exec(),
    );
  }

  private async current<T extends { local_day: string; timezone: string }>(
    userId: string,
    read: () => Promise<T | null>,
  ): Promise<T> {
    const stored = await read();
    if (stored === null) await this.refresh.refreshOnce(userId);
    else if (stored.local_day !== dayOf(new Date(), stored.timezone)) await this.refresh.recomputeOnce(userId);
    else return stored;
    const computed = await read();
    if (computed === null) throw new Error(`The snapshots of user ${userId} vanished while they were read.`);
    return computed;
  }
}
