import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
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
}
