import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter } from 'mongoose';
import { JOBS_CONNECTION } from '../../database/connections';
import { Play } from '../play.schema';
import type { Landmark } from './history-state.schema';

const OLDEST_FIRST = { played_at: 1, _id: 1 } as const;
/** Where the next landmark is looked for first, in distances of the last two. */
const NEARBY = 3;

type FoundPlay = Pick<Play, '_id' | 'played_at'>;

/** Finds places in a user's history from which pages can be read without a walk from its ends. */
@Injectable()
export class Landmarks {
  /** From one to the next, in plays; more where many have ended at the same instant. */
  spacing = 1_250;

  constructor(@InjectModel(Play.name, JOBS_CONNECTION) private readonly history: Model<Play>) {}

  /**
   * Those that follow the last one that is known. To be called under the user's lease.
   *
   * @param plays how many the user has; where that leaves no room for another, the database is not asked
   */
  async following(userId: string, last: Landmark | undefined, plays: number): Promise<Landmark[]> {
    const found: Landmark[] = [];
    let stretchMs: number | undefined;
    for (let from = last; plays - (from?.n ?? 0) >= this.spacing; from = found.at(-1)) {
      const next = await this.next(userId, from, stretchMs);
      if (next === null) break;
      if (from !== undefined) stretchMs = next.played_at.getTime() - from.played_at.getTime();
      found.push(next);
    }
    return found;
  }

  /** @param stretchMs how far the landmark before lies from the one before that */
  private async next(userId: string, from: Landmark | undefined, stretchMs?: number): Promise<Landmark | null> {
    let play: FoundPlay | null = null;
    if (from !== undefined && stretchMs !== undefined) {
      // Some servers sort all plays that a filter meets: those that lie far behind the landmark are left out of it.
      const nearby = new Date(from.played_at.getTime() + NEARBY * stretchMs);
      play = await this.playAfter({ user_id: userId, played_at: { $gt: from.played_at, $lte: nearby } });
    }
    play ??= await this.playAfter({ user_id: userId, ...(from && { played_at: { $gt: from.played_at } }) });
    if (play === null) return null;
    const { _id, played_at } = play;
    const tied = await this.history.countDocuments({ user_id: userId, played_at, _id: { $gt: _id } });
    return { n: (from?.n ?? 0) + this.spacing + tied, played_at };
  }

  /** The last of as many plays as lie from one landmark to the next, the oldest that a filter meets. */
  private playAfter(filter: QueryFilter<Play>): Promise<FoundPlay | null> {
    return this.history
      .findOne(filter)
      .select({ played_at: 1 })
      .sort(OLDEST_FIRST)
      .skip(this.spacing - 1)
      .lean<FoundPlay>();
  }
}
