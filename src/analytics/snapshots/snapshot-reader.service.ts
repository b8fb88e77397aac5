import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { Period } from '../../common/periods';
import { type Projection, readOne } from '../../database/plain-reads';
import type { AnalyticsSnapshot, SnapshotStamp, SnapshotSummary } from '../figures/snapshot';
import { AnalyticsRefreshService } from './analytics-refresh.service';
import { StoredSnapshot } from './snapshot.schema';
import { isSameStamp, SnapshotStamps } from './snapshot-stamps.service';

const STAMP = { history_revision: 1, catalogue_revision: 1, timezone: 1, local_day: 1 } as const;

const TOP_LISTS = ['top_artists', 'top_tracks', 'top_albums', 'top_genres'] as const;

type Part = Exclude<keyof AnalyticsSnapshot, keyof SnapshotStamp>;

/**
 * Reads snapshots for requests, and sees to it that they follow from the history and the catalogue as they are, and end
 * today.
 */
@Injectable()
export class SnapshotReader {
  constructor(
    @InjectModel(StoredSnapshot.name) private readonly snapshots: Model<StoredSnapshot>,
    private readonly stamps: SnapshotStamps,
    private readonly refresh: AnalyticsRefreshService,
  ) {}

  /**
   * All figures and top lists, without the trend and the shares of genres.
   * @param ranks how much of each top list is read; all that is kept unless given
   */
  snapshotOf(userId: string, period: Period, ranks?: number): Promise<SnapshotSummary> {
    const parts = ranks === undefined ? [] : TOP_LISTS.map((list) => [list, { $slice: ranks }] as const);
    return this.current(userId, period, { trend: 0, genres: 0, ...Object.fromEntries(parts) });
  }

  /** Some parts of a snapshot, and no more than these. */
  partsOf<Wanted extends Part>(
    userId: string,
    period: Period,
    parts: readonly Wanted[],
  ): Promise<Pick<AnalyticsSnapshot, Wanted>> {
    return this.current(userId, period, { _id: 0, ...STAMP, ...Object.fromEntries(parts.map((part) => [part, 1])) });
  }

  private async current<T extends object>(userId: string, period: Period, projection: Projection): Promise<T> {
    const read = (): Promise<(T & SnapshotStamp) | null> =>
      readOne<T & SnapshotStamp>(this.snapshots, { user_id: userId, period }, projection);
    const [stored, stamp] = await Promise.all([read(), this.stamps.current(userId)]);
    if (stored !== null && isSameStamp(stored, stamp)) return stored;
    await this.refresh.computeOnce(userId, stamp);
    const computed = await read();
    if (computed === null) throw new Error(`The snapshots of user ${userId} vanished while they were read.`);
    return computed;
  }
}
