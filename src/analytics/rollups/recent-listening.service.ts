import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { type Day, daysOfMonth, monthOf } from '../../common/days';
import { UnpackedMonth } from '../figures/packed-month';
import { Recordings } from '../figures/recordings';
import { StoredMonthlyRollup } from './monthly-rollup.schema';

/** What a user has heard of late, for requests: one document a month, however long the history is. */
@Injectable()
export class RecentListening {
  constructor(@InjectModel(StoredMonthlyRollup.name) private readonly months: Model<StoredMonthlyRollup>) {}

  /** Everything heard since the first of the month that a day lies in; `playedAt` tells when a track was last heard. */
  async since(userId: string, day: Day): Promise<Recordings> {
    const months = await this.months
      .find({ user_id: userId, month: { $gte: monthOf(day) } })
      .select({ _id: 0, month: 1, by_day: 1 })
      .lean<Pick<StoredMonthlyRollup, 'month' | 'by_day'>[]>();
    const recordings = new Recordings();
    for (const { month, by_day } of months) new UnpackedMonth(month, by_day).addTo(recordings, daysOfMonth(month));
    return recordings;
  }
}
