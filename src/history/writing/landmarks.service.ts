import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../../database/connections';
import { Play } from '../play.schema';
import type { Landmark } from './history-lease.schema';

const OLDEST_FIRST = { played_at: 1, _id: 1 } as const;

/** Finds places in a user's history from which pages can be read without a walk from its ends. */
@Injectable()
export class Landmarks {
  /** From one to the next, in plays; more where many have ended at the same instant. */
  spacing = 10_000;

  constructor(@InjectModel(Play.name, JOBS_CONNECTION) private readonly history: Model<Play>) {}

  /**
   * Those that follow the last one that is known. To be called under the user's lease.
   *
   * @param plays how many the user has; where that leaves no room for another, the database is not asked
   */
  async following(userId: string, last: Landmark | undefined, plays: number): Promise<Landmark[]> {
    const found: Landmark[] = [];
    for (let from = last; plays - (from?.n ?? 0) >= this.spacing; from = found.at(-1)) {
      const next = await this.next(userId, from);
      if (next === null) break;
      found.push(next);
    }
    return found;
  }

  private async next(userId: string, from: Landmark | undefined): Promise<Landmark | null> {
    const play = await this.history
      .findOne({ user_id: userId, ...(from && { played_at: { $gt: from.played_at } }) })
      .select({ played_at: 1 })
      .sort(OLDEST_FIRST)
      .skip(this.spacing - 1)
      .lean<Pick<Play, '_id' | 'played_at'>>();
    if (play === null) return null;
    const { _id, played_at } = play;
    const tied = await this.history.countDocuments({ user_id: userId, played_at, _id: { $gt: _id } });
    return { n: (from?.n ?? 0) + this.spacing + tied, played_at };
  }
}
