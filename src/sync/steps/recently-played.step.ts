import { Injectable } from '@nestjs/common';
import { CatalogueRecords } from '../../catalogue/fetching/catalogue-records.service';
import { HistoryWriter } from '../../history/history-writer.service';
import { PlatformApiClient } from '../../platform/platform-api.client';
import { FEED_LENGTH, judgeLook } from '../feed/feed-look';
import { toReportedPlay } from '../feed/feed-plays';
import { summaryOf } from '../feed/feed-summary';
import { SyncStates } from '../sync-states.service';
import type { StepContext, StepOutcome, SyncStep } from './sync-step';

/** Brings the plays since the last look into the history. */
@Injectable()
export class RecentlyPlayedStep implements SyncStep {
  readonly action = 'recently_played';
  readonly isEssential = true;

  constructor(
    private readonly platform: PlatformApiClient,
    private readonly records: CatalogueRecords,
    private readonly history: HistoryWriter,
    private readonly states: SyncStates,
  ) {}

  async run({ userId }: StepContext): Promise<StepOutcome> {
    const state = await this.states.of(userId);
    const lastPlayedAt = state?.last_played_at ?? null;
    const { plays, received, skipped } = await this.platform.recentlyPlayed(userId, {
      after: lastPlayedAt ?? undefined,
      limit: FEED_LENGTH,
    });
    await this.records.keepTracks(plays.map(({ track }) => track));
    const outcomes = await this.history.write(userId, 'api', plays.map(toReportedPlay));
    const look = judgeLook(
      received,
      plays.map(({ playedAt }) => playedAt),
      { lastPlayedAt, intervalMs: state?.poll_interval_ms ?? null },
    );
    // Last of all: a crash before this makes the next look see these plays again, and know them.
    await this.states.update(userId, {
      last_played_at: look.lastPlayedAt,
      poll_interval_ms: look.intervalMs,
      next_poll_at: look.isSooner ? new Date(Date.now() + look.intervalMs) : null,
    });
    const items = outcomes.filter((outcome) => outcome === 'stored').length;
    return { items, detail: summaryOf(outcomes, skipped, look) };
  }
}
