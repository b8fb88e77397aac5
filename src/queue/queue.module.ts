import { BeforeApplicationShutdown, Global, Inject, Logger, Module, OnApplicationShutdown } from '@nestjs/common';
import { BullModule, getQueueToken } from '@nestjs/bullmq';
import { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { Settings } from '../config/settings';
import { JobQueues } from './job-queues.service';
import { QueueMetrics } from './queue.metrics';
import { ALL_QUEUES, QUEUES } from './queues';
import { createRequestRedis, firstConnection, redisAddress, REQUEST_REDIS, settled } from './redis';

/** Redis clients and queues. Retries are the job record's affair (sync-jobs/), so a queued job is tried once. */
@Global()
@Module({
  imports: [
    BullModule.forRootAsync({
      inject: [Settings],
      useFactory: (settings: Settings) => ({
        connection: { ...redisAddress(settings.redisUrl ?? ''), maxRetriesPerRequest: null },
        defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
      }),
      // Workers start in the worker role only, see sync-jobs/workers.service.ts.
      extraOptions: { manualRegistration: true },
    }),
    BullModule.registerQueue(...QUEUES.map((name) => ({ name }))),
  ],
  providers: [
    {
      provide: REQUEST_REDIS,
      inject: [Settings],
      useFactory: async (settings: Settings) => {
        const redis = createRequestRedis(settings.redisUrl ?? '');
        const logger = new Logger('Redis');
        redis.on('error', (error: Error) => {
          logger.warn(`Redis: ${error.message}`);
        });
        await firstConnection(redis);
        return redis;
      },
    },
    JobQueues,
    QueueMetrics,
  ],
  exports: [REQUEST_REDIS, JobQueues, BullModule],
})
export class QueueModule implements BeforeApplicationShutdown, OnApplicationShutdown {
  constructor(
    @Inject(REQUEST_REDIS) private readonly redis: Redis,
    private readonly modules: ModuleRef,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    const queues = ALL_QUEUES.map((name) => this.modules.get<Queue>(getQueueToken(name), { strict: false }));
    await Promise.all(queues.map(settled));
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
