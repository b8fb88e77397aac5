import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../../database/connections';
import { HistoryChanges } from '../../history/history-changes.service';
import { EVERY_DAY, TouchedDay } from '../../history/touched-day.schema';
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
    const marks = await this.touched.find({ user_id: userId }).select('day').lean<Pick<TouchedDay, 'day'>[]>();
    if (isScheduled && marks.length === 0) return { items: 0, detail: 'nothing has changed' };
    await this.changes.announce(userId, { signal, onProgress });
    return { items: marks.length, detail: inWords(marks.map(({ day }) => day)) };
  }
}

function inWords(days: readonly string[]): string {
  if (days.length === 0) return 'computed anew';
  if (days.includes(EVERY_DAY)) return 'all days';
  return `${days.length} changed ${days.length === 1 ? 'day' : 'days'}`;
}
