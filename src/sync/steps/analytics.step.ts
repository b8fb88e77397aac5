import { Injectable } from '@nestjs/common';
import { RollupService } from '../../analytics/rollups/rollup.service';
import { EVERY_DAY } from '../../history/changed-day.schema';
import { HistoryChanges } from '../../history/history-changes.service';
import { type StepContext, StepOfSync, type StepOutcome, type SyncStep } from './sync-step';

/** Brings the figures up to date with the history. */
@StepOfSync({ order: 100 })
@Injectable()
export class AnalyticsStep implements SyncStep {
  readonly action = 'analytics';
  readonly isEssential = true;

  constructor(
    private readonly changes: HistoryChanges,
    private readonly rollups: RollupService,
  ) {}

  /** The schedule computes figures anew where days have changed; that a new day begins is SyncSchedules' affair. */
  async run({ userId, isScheduled, signal, onProgress }: StepContext): Promise<StepOutcome> {
    const changed = await this.rollups.changedSinceBuild(userId);
    if (isScheduled && changed.length === 0) return { items: 0, detail: 'nothing has changed' };
    await this.changes.announce(userId, { signal, onProgress });
    return { items: changed.length, detail: inWords(changed) };
  }
}

function inWords(days: readonly string[]): string {
  if (days.length === 0) return 'computed anew';
  if (days.includes(EVERY_DAY)) return 'all days';
  return `${days.length} changed ${days.length === 1 ? 'day' : 'days'}`;
}
