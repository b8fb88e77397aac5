import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../../database/connections';
import { HistoryChanges } from '../../history/history-changes.service';
import { TouchedDay } from '../../history/touched-day.schema';
import { type StepContext, StepOfSync, type StepOutcome, type SyncStep } from './sync-step';

/** Brings the figures up to date with the history. */
@StepOfSync({ order: 100 })
@Injectable()
export class AnalyticsStep implements SyncStep {
  readonly action = 'analytics';
  readonly isEssential = true;

  constructor(
    private readonly changes: HistoryChanges,
    @InjectModel(TouchedDay.name, JOBS_CONNECTION) private readonly touched: Model<TouchedDay>,
  ) {}

  /** The schedule computes figures anew where days have changed; that a new day begins is SyncSchedules' affair. */
  async run({ userId, isScheduled, signal, onProgress }: StepContext): Promise<StepOutcome> {
    const days = await this.touched.countDocuments({ user_id: userId });
    if (isScheduled && days === 0) return { items: 0, detail: 'nothing has changed' };
    await this.changes.announce(userId, { signal, onProgress });
    return { items: days, detail: days === 0 ? 'computed anew' : `${days} changed ${days === 1 ? 'day' : 'days'}` };
  }
}
