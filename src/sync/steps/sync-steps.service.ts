import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { SyncState } from '../sync-state.schema';
import { StepOfSync, type SyncStep } from './sync-step';

/** Finds the steps of a sync, whichever module they are in. */
@Injectable()
export class SyncSteps {
  constructor(private readonly discovery: DiscoveryService) {}

  /** In the order in which they run. */
  all(): SyncStep[] {
    return this.discovery
      .getProviders({ metadataKey: StepOfSync.KEY })
      .map((provider) => ({
        order: this.discovery.getMetadataByDecorator(StepOfSync, provider)?.order ?? 0,
        step: provider.instance as SyncStep,
      }))
      .sort((a, b) => a.order - b.order)
      .map(({ step }) => step);
  }

  /**
   * Those that a scheduled sync has now.
   *
   * @param state null for a user who was never synced
   */
  dueAt(now: Date, state: SyncState | null): SyncStep[] {
    return this.all().filter((step) => step.isDue?.(state, now) ?? true);
  }
}
