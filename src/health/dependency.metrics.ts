import { performance } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import { singleFlight } from '../common/single-flight';
import { gauge } from '../metrics/meters';
import { type HasMetrics, MetricSource } from '../metrics/metric-source';
import { type Dependency, DEPENDENCIES, ReadinessService } from './readiness.service';

/** A sign of life that was asked for. */
interface Ping {
  dependency: Dependency;
  isUp: boolean;
  seconds: number;
}

/** Whether what the service depends on answers. */
@MetricSource()
@Injectable()
export class DependencyMetrics implements HasMetrics {
  private readonly pingAll = singleFlight(() => Promise.all(DEPENDENCIES.map((name) => this.ping(name))));

  readonly metrics = [
    gauge({
      name: 'dependency_up',
      help: '1 when the document database, or the cache (Redis), answers a ping within a second, else 0',
      labels: ['dependency'],
      read: async () =>
        (await this.pingAll()).map(({ dependency, isUp }) => ({ labels: { dependency }, value: Number(isUp) })),
    }),
    gauge({
      name: 'dependency_ping_seconds',
      help: 'How long the answer to that ping took; absent without an answer',
      labels: ['dependency'],
      read: async () =>
        (await this.pingAll())
          .filter(({ isUp }) => isUp)
          .map(({ dependency, seconds }) => ({ labels: { dependency }, value: seconds })),
    }),
  ];

  constructor(private readonly readiness: ReadinessService) {}

  private async ping(dependency: Dependency): Promise<Ping> {
    const start = performance.now();
    const isUp = await this.readiness.ping(dependency).then(
      () => true,
      () => false,
    );
    return { dependency, isUp, seconds: (performance.now() - start) / 1000 };
  }
}
