import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { notRunOut } from '../../database/lease';
import { Play } from '../play.schema';
import { HistoryLease, LEASE_MS } from '../writing/history-lease.schema';
import { isUnfiltered, type PlayFilter } from './history-filter.service';

export interface PlayCount {
  plays: number;
  /** Somebody is writing, so that it may be a moment behind the plays. */
  isMoving: boolean;
}

/** Says how many plays a filter meets. */
@Injectable()
export class PlayCounts {
  constructor(
    @InjectModel(Play.name) private readonly history: Model<Play>,
    @InjectModel(HistoryLease.name) private readonly leases: Model<HistoryLease>,
  ) {}

  /**
   * All plays of a user are not counted where those who write them know their number. It is right as soon as a write has
   * ended, and beside one that goes on no older than its last renewal of the lease.
   */
  async count(filter: PlayFilter): Promise<PlayCount> {
    const kept = isUnfiltered(filter) ? await this.keptOf(filter.user_id) : null;
    return kept ?? { plays: await this.history.countDocuments(filter), isMoving: false };
  }

  private async keptOf(userId: string): Promise<PlayCount | null> {
    const lease = await this.leases
      .findOne({ _id: userId, disturbed_at: null, $or: [{ holder: null }, { expires_at: notRunOut(LEASE_MS) }] })
      .select({ _id: 0, plays: 1, holder: 1 })
      .lean<Pick<HistoryLease, 'plays' | 'holder'>>();
    return lease?.plays === undefined ? null : { plays: lease.plays, isMoving: lease.holder !== null };
  }
}
