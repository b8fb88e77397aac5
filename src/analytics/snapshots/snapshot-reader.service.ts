import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import type { Period } from '../../common/periods';
import type { AnalyticsBreakdown, AnalyticsSnapshot } from '../figures/snapshot';
import { AnalyticsRefreshService } from './analytics-refresh.service';
import { StoredBreakdown } from './breakdown.schema';
import { type Dated, isOfToday } from './dated';
import { StoredSnapshot } from './snapshot.schema';

/**
 * Reads snapshots for requests, and sees to it that they are there and end today. Top lists are most of a snapshot, so
 * that those who show a part of them read no more than that. It asks the driver itself: what Mongoose does for a query
 * costs more than such a read.
 */
@Injectable()
export class SnapshotReader {
  private readonly snapshots: mongo.Collection;
  private readonly breakdowns: mongo.Collection;

  constructor(
    @InjectModel(StoredSnapshot.name) snapshots: Model<StoredSnapshot>,
    @InjectModel(StoredBreakdown.name) breakdowns: Model<StoredBreakdown>,
    private readonly refresh: AnalyticsRefreshService,
  ) {
    this.snapshots = snapshots.collection;
    this.breakdowns = breakdowns.collection;
  }

  /** @param ranks how much of each top list is read; all that is kept unless given */
  snapshotOf(userId: string, period: Period, ranks?: number): Promise<AnalyticsSnapshot> {
    const part = { $slice: ranks };
    const lists = { top_artists: part, top_tracks: part, top_albums: part, top_genres: part };
    const projection = ranks === undefined ? {} : lists;
    return this.current(userId, () =>
      this.snapshots.findOne<AnalyticsSnapshot>({ user_id: userId, period }, { projection }),
    );
  }

  async breakdownOf<List extends 'trend' | 'genres'>(
    userId: string,
    period: Period,
    list: List,
  ): Promise<AnalyticsBreakdown[List]> {
    const projection = { _id: 0, local_day: 1, timezone: 1, [list]: 1 };
    const read: Pick<AnalyticsBreakdown, List> = await this.current(userId, () =>
      this.breakdowns.findOne<Dated & Pick<AnalyticsBreakdown, List>>({ user_id: userId, period }, { projection }),
    );
    return read[list];
  }

  private async current<T extends Dated>(userId: string, read: () => Promise<T | null>): Promise<T> {
    const stored = await read();
    if (stored === null) await this.refresh.refreshOnce(userId);
    else if (isOfToday(stored)) return stored;
    else await this.refresh.recomputeOnce(userId);
    const computed = await read();
    if (computed === null) throw new Error(`The snapshots of user ${userId} vanished while they were read.`);
    return computed;
  }
}
