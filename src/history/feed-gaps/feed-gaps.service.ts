import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../../database/connections';
import { FeedGap } from './feed-gap.schema';

/** Remembers of which times the platform's feed may have lost plays. */
@Injectable()
export class FeedGaps {
  constructor(
    @InjectModel(FeedGap.name) private readonly gaps: Model<FeedGap>,
    @InjectModel(FeedGap.name, JOBS_CONNECTION) private readonly written: Model<FeedGap>,
  ) {}

  /** The same again, after a look that broke off, changes nothing. */
  async note(userId: string, { from, to }: Pick<FeedGap, 'from' | 'to'>): Promise<void> {
    await this.written.updateOne({ user_id: userId, from }, { $set: { to } }, { upsert: true });
  }

  /** Oldest first. */
  of(userId: string): Promise<Pick<FeedGap, 'from' | 'to'>[]> {
    return this.gaps.find({ user_id: userId }).sort({ from: 1 }).lean<FeedGap[]>();
  }
}
