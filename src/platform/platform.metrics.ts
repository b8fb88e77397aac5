import { HttpService } from '@nestjs/axios';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { logOutboundCalls } from '../api-logs/outbound-calls';
import { routeOf } from '../api-logs/route';
import { gauge, histogram } from '../metrics/meters';
import { type HasMetrics, MetricSource } from '../metrics/metric-source';
import { AppPace } from './calls/app-pace';

const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The calls to the platform that leave this process, and the pause that the platform has ordered. */
@MetricSource()
@Injectable()
export class PlatformMetrics implements HasMetrics, OnModuleInit {
  private readonly durations = histogram({
    name: 'platform_call_duration_seconds',
    help: 'Time of a call to the platform, by method, route and status; the status 0 is no answer',
    labels: ['method', 'route', 'status'],
    buckets: BUCKETS,
  });
  readonly metrics = [
    this.durations,
    gauge({
      name: 'platform_pause_seconds',
      help: 'How long the platform still takes no calls of this app; 0 when it does',
      read: async () => {
        const until = await this.pace.pausedUntil();
        return [{ labels: {}, value: until === null ? 0 : Math.max(0, until.getTime() - Date.now()) / 1000 }];
      },
    }),
  ];

  constructor(
    private readonly http: HttpService,
    private readonly pace: AppPace,
  ) {}

  onModuleInit(): void {
    logOutboundCalls(this.http.axiosRef, {
      service: 'platform',
      called: 'the platform',
      write: ({ method, endpoint, status_code, latency_ms }) => {
        this.durations.observe({ method, route: routeOf(endpoint), status: status_code }, latency_ms / 1000);
      },
      problemIn: () => '',
    });
  }
}
