import { getQueueToken } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bullmq';
import { singleFlight } from '../common/single-flight';
import { gauge, type Sample } from '../metrics/meters';
import { type HasMetrics, MetricSource } from '../metrics/metric-source';
import { ALL_QUEUES } from './queues';

const STATES = ['waiting', 'active', 'delayed'] as const;

interface QueueReading {
  queue: string;
  counts: Record<string, number>;
  oldestWaitingSeconds: number;
}

/** What lies on the queues. All replicas tell the same: they share the queues. */
@MetricSource()
@Injectable()
export class QueueMetrics implements HasMetrics {
  private readonly readAll = singleFlight(() => Promise.all(ALL_QUEUES.map((name) => this.readQueue(name))));

  readonly metrics = [
    gauge({
      name: 'queue_jobs',
      help: 'Entries on a queue that wait for a worker, are worked on, or are not due yet',
      labels: ['queue', 'state'],
      read: async () => (await this.readAll()).flatMap(countsOf),
    }),
    gauge({
      name: 'queue_oldest_waiting_seconds',
      help: 'How long the entry that has waited longest for a worker has been due; 0 when none waits',
      labels: ['queue'],
      read: async () =>
        (await this.readAll()).map(({ queue, oldestWaitingSeconds }) => ({
          labels: { queue },
          value: oldestWaitingSeconds,
        })),
    }),
  ];

  constructor(private readonly modules: ModuleRef) {}

  private async readQueue(name: string): Promise<QueueReading> {
    const queue = this.modules.get<Queue>(getQueueToken(name), { strict: false });
    const [counts, [oldest]] = await Promise.all([queue.getJobCounts(...STATES), queue.getWaiting(0, 0)]);
    const dueAt = oldest === undefined ? Infinity : oldest.timestamp + (oldest.opts.delay ?? 0);
    return { queue: name, counts, oldestWaitingSeconds: Math.max(0, Date.now() - dueAt) / 1000 };
  }
}

function countsOf({ queue, counts }: QueueReading): Sample<'queue' | 'state'>[] {
  return STATES.map((state) => ({ labels: { queue, state }, value: counts[state] ?? 0 }));
}
