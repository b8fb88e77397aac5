import { DiscoveryService } from '@nestjs/core';
import type { Counter, Gauge, Histogram } from './meters';

export type Metric = Counter | Gauge | Histogram;

/**
 * A provider with metrics of its domain, which it makes with `counter`, `histogram` and `gauge` (meters.ts):
 *
 *     @MetricSource()
 *     @Injectable()
 *     export class ImportMetrics implements HasMetrics { readonly metrics = [this.records]; ... }
 *
 * To be listed among its module's providers is all that it takes to be found.
 */
export const MetricSource = DiscoveryService.createDecorator();

/** What a {@link MetricSource} offers. */
export interface HasMetrics {
  readonly metrics: readonly Metric[];
}
