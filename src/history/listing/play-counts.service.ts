import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { notRunOut } from '../../database/lease';
import { Play } from '../play.schema';
import { HistoryLease, type Landmark, LEASE_MS } from '../writing/history-lease.schema';
import { Landmarks } from '../writing/landmarks.service';
import { isUnfiltered, type PlayFilter, type ResolvedFilter } from './history-filter.service';

/** Enough for pages among as many plays as lie between landmarks: behind the last but one there are no fewer. */
const NEWEST = { $slice: -2 };

export interface PlayCount {
  plays: number;
  /** Somebody is writing, so that it may be a moment behind the plays. */
  isMoving: boolean;
  /** Some places in them, oldest first, for pages that lie deep. */
  landmarks: readonly Landmark[];
}

/** Says how many plays a filter meets. */
@Injectable()
export class PlayCounts {
  constructor(
    @InjectModel(Play.name) private readonly history: Model<Play>,
    @InjectModel(HistoryLease.name) private readonly leases: Model<HistoryLease>,
    private readonly landmarks: Landmarks,
  ) {}

  /**
   * All plays of a user are not counted where those who write them know their number. It is right as soon as a write has
   * ended, and beside one that goes on no older than its last renewal of the lease.
   *
   * @param end how many plays lie before the page's end
   */
  async count({ filter, others }: ResolvedFilter, end: number): Promise<PlayCount> {
    const { user_id } = filter;
    if (isUnfiltered(filter)) {
      return (await this.keptOf(user_id, end > this.landmarks.spacing ? 1 : NEWEST)) ?? this.counted(filter);
    }
    const all = others === null ? null : await this.keptOf(user_id);
    if (others === null || all === null || all.isMoving) return this.counted(filter);
    const { plays } = await this.counted(others);
    return { ...all, plays: all.plays - plays };
  }

  private async counted(filter: PlayFilter): Promise<PlayCount> {
    return { plays: await this.history.countDocuments(filter), isMoving: false, landmarks: [] };
  }

  /** @param landmarks which of them are read; none unless given */
  private async keptOf(userId: string, landmarks?: 1 | typeof NEWEST): Promise<PlayCount | null> {
    const lease = await this.leases
      .findOne({ _id: userId, disturbed_at: null, $or: [{ holder: null }, { expires_at: notRunOut(LEASE_MS) }] })
      .select({ _id: 0, plays: 1, holder: 1, ...(landmarks && { landmarks }) })
      .lean<Pick<HistoryLease, 'plays' | 'holder' | 'landmarks'>>();
    if (lease?.plays === undefined) return null;
    return { plays: lease.plays, isMoving: lease.holder !== null, landmarks: lease.landmarks ?? [] };
  }
}
