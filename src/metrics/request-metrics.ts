import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { histogram } from './meters';
import { type HasMetrics, MetricSource } from './metric-source';

/** The route of what no route serves: paths as they were called would be without number. */
const NO_ROUTE = 'unknown';
/** From an answer out of memory to the time-out of the slow routes. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

/** How long answers take, by what is asked for. */
@MetricSource()
@Injectable()
export class RequestMetrics implements HasMetrics {
  private readonly durations = histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer, by method, pattern of the route and status',
    labels: ['method', 'route', 'status'],
    buckets: BUCKETS,
  });
  readonly metrics = [this.durations];

  /** Measures every request that a server answers from now on. */
  measure(server: FastifyInstance): void {
    server.addHook('onResponse', (request, reply, next) => {
      const { method, routeOptions } = request;
      const labels = { method, route: routeOptions.url ?? NO_ROUTE, status: reply.statusCode };
      this.durations.observe(labels, reply.elapsedTime / 1000);
      next();
    });
  }
}
