import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { Period } from '../../common/periods';
import { JOBS_CONNECTION } from '../../database/connections';
import { isDuplicateKey } from '../../database/duplicate-key';
import { readOne } from '../../database/plain-reads';
import type { AnalyticsSnapshot } from '../figures/snapshot';
import { isOfToday } from './dated';
import { StoredSnapshot } from './snapshot.schema';
import { StoredTopList, type TopListName } from './top-list.schema';

/** As much of a top list as was asked for. */
export interface TopList<Item> {
  items: Item[];
  /** How many entries the list has. */
  total: number;
}

/**
 * Keeps top lists as they are shown, so that showing one again takes one read. They are made when somebody asks for them:
 * most of what is computed after every sync is never looked at. Whatever makes a snapshot outdated discards its lists.
 */
@Injectable()
export class TopListStore {
  constructor(
    @InjectModel(StoredTopList.name) private readonly lists: Model<StoredTopList>,
    @InjectModel(StoredSnapshot.name) private readonly snapshots: Model<StoredSnapshot>,
    @InjectModel(StoredTopList.name, JOBS_CONNECTION) private readonly listsOfJobs: Model<StoredTopList>,
  ) {}

  /**
   * @param limit how many entries are read
   * @returns null where there is none of today
   */
  async find<Item extends object>(
    userId: string,
    period: Period,
    list: TopListName,
    limit: number,
  ): Promise<TopList<Item> | null> {
    const filter = { user_id: userId, period, list };
    const stored = await readOne<StoredTopList & TopList<Item>>(this.lists, filter, { items: { $slice: limit } });
    return stored !== null && isOfToday(stored) ? stored : null;
  }

  /** Keeps a list of a snapshot, unless that has been outdated meanwhile. */
  async keep(snapshot: AnalyticsSnapshot, list: TopListName, items: readonly object[]): Promise<void> {
    const { user_id, period, computed_at, local_day, timezone } = snapshot;
    const key = { user_id, period, list };
    const replacement = { ...key, items, total: items.length, computed_at, local_day, timezone };
    try {
      await this.lists.collection.replaceOne(key, replacement, { upsert: true });
    } catch (error) {
      // Somebody has asked for it at the same time.
      if (!isDuplicateKey(error)) throw error;
    }
    // Whoever replaces or marks a snapshot discards its lists afterwards: either they find this one, or this finds that.
    const same = { user_id, period, computed_at, local_day };
    if ((await this.snapshots.exists(same)) === null) await this.lists.deleteOne({ ...key, computed_at });
  }

  /** Call it when the snapshots of these periods have been replaced. */
  async discard(userId: string, periods: readonly Period[]): Promise<void> {
    await this.listsOfJobs.deleteMany({ user_id: userId, period: { $in: periods } });
  }

  /** Call it when the snapshots of all users have been marked as outdated. */
  async discardAll(): Promise<void> {
    await this.listsOfJobs.deleteMany({});
  }
}
