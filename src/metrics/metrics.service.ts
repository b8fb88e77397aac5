import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Registry } from 'prom-client';
import { type HasMetrics, MetricSource } from './metric-source';
import { processMetrics } from './process-metrics';

/** The metrics of all sources, in Prometheus' text format. */
@Injectable()
export class MetricsService implements OnModuleInit {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;
  private readonly registry = new Registry();

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws Error when two metrics have one name */
  onModuleInit(): void {
    for (const { instance } of this.discovery.getProviders({ metadataKey: MetricSource.KEY }))
      for (const metric of (instance as HasMetrics).metrics) this.registry.registerMetric(metric);
  }

  /** What all metrics are now. */
  text(): Promise<string> {
    return Registry.merge([processMetrics(), this.registry]).metrics();
  }
}
