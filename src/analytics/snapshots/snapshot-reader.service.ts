import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { dayOf } from '../../common/days';
import type { Period } from '../../common/periods';
import type { AnalyticsBreakdown, AnalyticsSnapshot } from '../figures/snapshot';
import { AnalyticsRefreshService } from './analytics-refresh.service';
import { StoredBreakdown } from './breakdown.schema';
import { StoredSnapshot } from './snapshot.schema';

type TopList = 'top_artists' | 'top_tracks' | 'top_albums' | 'top_genres';

/** The fields that tell whether figures are of today. */
type Dated = Pick<AnalyticsSnapshot, 'local_day' | 'timezone'>;
const DATED = { _id: 0, local_day: 1, timezone: 1 } as const;

/**
 * Reads snapshots for requests, and sees to it that they are there and end today. Top lists are most of a snapshot, so
 * that those who show a part of them read no more than that.
 */
@Injectable()
export class SnapshotReader {
  constructor(
    @InjectModel(StoredSnapshot.name) private readonly snapshots: Model<StoredSnapshot>,
    @InjectModel(StoredBreakdown.name) private readonly breakdowns: Model<StoredBreakdown>,
    private readonly refresh: AnalyticsRefreshService,
  ) {}

  /** @param ranks how much of each top list is read; all that is kept unless given */
  snapshotOf(userId: string, period: Period, ranks?: number): Promise<AnalyticsSnapshot> {
    const part = { $slice: ranks };
    const lists = { top_artists: part, top_tracks: part, top_albums: part, top_genres: part };
    return this.current(userId, () =>
      this.snapshots
        .findOne({ user_id: userId, period })
        .select(ranks === undefined ? {} : lists)
        .lean<AnalyticsSnapshot>()
        .exec(),
    );
  }

  async topListOf<List extends TopList>(userId: string, period: Period, list: List): Promise<AnalyticsSnapshot[List]> {
    const read: Pick<AnalyticsSnapshot, List> = await this.current(userId, () =>
      this.snapshots
        .findOne({ user_id: userId, period })
        .select({ ...DATED, [list]: 1 })
        .lean<Dated & Pick<AnalyticsSnapshot, List>>()
        .exec(),
    );
    return read[list];
  }

  async breakdownOf<List extends 'trend' | 'genres'>(
    userId: string,
    period: Period,
    list: List,
  ): Promise<AnalyticsBreakdown[List]> {
    const read: Pick<AnalyticsBreakdown, List> = await this.current(userId, () =>
      this.breakdowns
        .findOne({ user_id: userId, period })
        .select({ ...DATED, [list]: 1 })
        .lean<Dated & Pick<AnalyticsBreakdown, List>>()
        .exec(),
    );
    return read[list];
  }

  private async current<T extends Dated>(userId: string, read: () => Promise<T | null>): Promise<T> {
    const stored = await read();
    if (stored === null) await this.refresh.refreshOnce(userId);
    else if (stored.local_day !== dayOf(new Date(), stored.timezone)) await this.refresh.recomputeOnce(userId);
    else return stored;
    const computed = await read();
    if (computed === null) throw new Error(`The snapshots of user ${userId} vanished while they were read.`);
    return computed;
  }
}
