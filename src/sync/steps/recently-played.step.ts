import { isDeepStrictEqual } from 'node:util';
import { Injectable, Logger } from '@nestjs/common';
import { CatalogueRecords } from '../../catalogue/fetching/catalogue-records.service';
import { FeedGaps } from '../../history/feed-gaps/feed-gaps.service';
import { HistoryWriter } from '../../history/history-writer.service';
import { PlatformApiClient } from '../../platform/platform-api.client';
import { judgeLook } from '../feed/feed-look';
import { toReportedPlay } from '../feed/feed-plays';
import { summaryOf } from '../feed/feed-summary';
import { splitByTime } from '../feed/future-plays';
import type { SyncState } from '../sync-state.schema';
import { SyncStates } from '../sync-states.service';
import { type StepContext, StepOfSync, type StepOutcome, type SyncStep } from './sync-step';

/**
 * Brings the plays that the feed did not tell at the last look into the history. The whole feed is read, and not what came
 * after the newest known play: the plays of a phone that was offline come late, and before plays that are known already.
 */
@StepOfSync({ order: 10 })
@Injectable()
export class RecentlyPlayedStep implements SyncStep {
  readonly action = 'recently_played';
  readonly isEssential = true;
  private readonly logger = new Logger(RecentlyPlayedStep.name);

  constructor(
    private readonly platform: PlatformApiClient,
    private readonly records: CatalogueRecords,
    private readonly history: HistoryWriter,
    private readonly states: SyncStates,
    private readonly gaps: FeedGaps,
  ) {}

  async run({ userId }: StepContext): Promise<StepOutcome> {
    const state = await this.states.of(userId);
    const lastPlayedAt = state?.last_played_at ?? null;
    const { plays, received, skipped } = await this.platform.recentlyPlayed(userId);
    const now = new Date();
    const { past, future } = splitByTime(plays, now);
    const told = new Set(state?.told_plays?.map((date) => date.getTime()));
    const untold = past.filter(({ playedAt }) => !told.has(playedAt.getTime()));
    await this.records.keepTracks(untold.map(({ track }) => track));
    const outcomes = await this.history.write(userId, 'api', untold.map(toReportedPlay));
    const ends = past.map(({ playedAt }) => playedAt);
    const futureEnds = future.map(({ playedAt }) => playedAt);
    this.logFuture(userId, futureEnds, state?.future_plays ?? []);
    const former = { lastPlayedAt, intervalMs: state?.poll_interval_ms ?? null };
    const look = judgeLook(received, ends, former, now);
    const next = {
      last_played_at: look.lastPlayedAt,
      told_plays: ends,
      future_plays: futureEnds,
      poll_interval_ms: look.intervalMs,
      next_poll_at: look.gap ? new Date(now.getTime() + look.intervalMs) : null,
    };
    if (look.gap !== null) await this.gaps.note(userId, look.gap);
    // Last of all: a crash before this makes the next look see these plays again, and know them.
    if (state === null || differs(state, next)) await this.states.update(userId, next);
    const items = outcomes.filter((outcome) => outcome === 'stored').length;
    return { items, detail: summaryOf(outcomes, { skipped, future: future.length }, look) };
  }

  /** @param logged those that a former look has logged */
  private logFuture(userId: string, future: readonly Date[], logged: readonly Date[]): void {
    const known = new Set(logged.map((date) => date.getTime()));
    for (const playedAt of future)
      if (!known.has(playedAt.getTime()))
        this.logger.warn(
          `The feed of user ${userId} dates a play at ${playedAt.toISOString()}, which is in the future: it is stored then`,
        );
  }
}

function differs(state: SyncState, next: Partial<SyncState>): boolean {
  return Object.entries(next).some(([field, value]) => !isDeepStrictEqual(state[field as keyof SyncState], value));
}
