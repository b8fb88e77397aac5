import { DiscoveryService } from '@nestjs/core';
import type { SyncState } from '../sync-state.schema';

/**
 * Marks a provider as a {@link SyncStep}. To be listed among its module's providers is all that it takes to be found.
 * Steps run in the order of these numbers; the recently-played feed is 10, the figures are 100.
 */
export const StepOfSync = DiscoveryService.createDecorator<{ order: number }>();

/** What a step gets to know while it runs. */
export interface StepContext {
  userId: string;
  /** The schedule has asked for this sync, not a person: what costs much is left to those. */
  isScheduled: boolean;
  /** Aborted when the work should stop. */
  signal: AbortSignal;
  /** Tells in a few words how far the step is. */
  onProgress: (detail: string) => void;
}

export interface StepOutcome {
  /** What the step has brought: plays, tracks, playlists, as the step counts. */
  items: number;
  /** What happened, for a person. */
  detail: string;
}

/** One part of a sync. */
export interface SyncStep {
  /** Name of the step in the job record. */
  readonly action: string;
  /** Whether the sync has failed when this step has. */
  readonly isEssential: boolean;
  /**
   * Whether a scheduled sync has this step now; always, when there is no such method.
   *
   * @param state null for a user who was never synced
   */
  isDue?(state: SyncState | null, now: Date): boolean;
  /** Throws the error that tells what went wrong; see SyncRun for what becomes of it. */
  run(context: StepContext): Promise<StepOutcome>;
}
