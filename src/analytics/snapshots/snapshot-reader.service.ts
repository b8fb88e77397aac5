import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { Period } from '../../common/periods';
import { readOne } from '../../database/plain-reads';
import type { AnalyticsBreakdown, AnalyticsSnapshot } from '../figures/snapshot';
import { AnalyticsRefreshService } from './analytics-refresh.service';
import { StoredBreakdown } from './breakdown.schema';
import { type Dated, isOfToday } from './dated';
import { StoredSnapshot } from './snapshot.schema';

/** The fields that say how many different things were played. */
export type UniqueCount = 'unique_tracks' | 'unique_artists' | 'unique_albums';

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
    const lists = ['top_artists', 'top_tracks', 'top_albums', 'top_genres'];
    const parts = ranks === undefined ? [] : lists.map((list) => [list, { $slice: ranks }] as const);
    return this.current<AnalyticsSnapshot>(userId, () =>
      readOne(this.snapshots, { user_id: userId, period }, Object.fromEntries(parts)),
    );
  }

  topListOf<List extends 'top_tracks' | 'top_artists' | 'top_albums'>(
    userId: string,
    period: Period,
    list: List,
    total: UniqueCount,
  ): Promise<Pick<AnalyticsSnapshot, List | UniqueCount | keyof Dated>> {
    return this.partOf<AnalyticsSnapshot, List | UniqueCount>(this.snapshots, userId, period, [list, total]);
  }

  breakdownOf<List extends 'trend' | 'genres'>(
    userId: string,
    period: Period,
    list: List,
  ): Promise<Pick<AnalyticsBreakdown, List | keyof Dated>> {
    return this.partOf<AnalyticsBreakdown, List>(this.breakdowns, userId, period, [list]);
  }

  private partOf<Whole extends Dated, Part extends keyof Whole & string>(
    place: Parameters<typeof readOne>[0],
    userId: string,
    period: Period,
    parts: readonly Part[],
  ): Promise<Pick<Whole, Part | keyof Dated>> {
    const projection = Object.fromEntries(['local_day', 'timezone', ...parts].map((part) => [part, 1]));
    return this.current(userId, () => readOne(place, { user_id: userId, period }, { _id: 0, ...projection }));
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
