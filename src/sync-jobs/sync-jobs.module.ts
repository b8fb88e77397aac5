import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { registerModels } from '../database/connections';
import { JobWatch } from './events/job-watch.service';
import { JobHandlers } from './job-handlers.service';
import { JobMetrics } from './job.metrics';
import { JobReaper } from './job-reaper.service';
import { JobRetention } from './job-retention.service';
import { JobRunner } from './job-runner.service';
import { LANE_PROCESSORS } from './lane-processors';
import { SyncJob, SyncJobSchema } from './sync-job.schema';
import { SyncJobsController } from './sync-jobs.controller';
import { SyncJobsService } from './sync-jobs.service';
import { SyncJobsUserData } from './sync-jobs.user-data';
import { WorkersService } from './workers.service';

@Module({
  imports: [
    // For BullRegistrar, which starts the workers.
    BullModule.registerQueue(),
    DiscoveryModule,
    ...registerModels({ name: SyncJob.name, schema: SyncJobSchema }),
  ],
  controllers: [SyncJobsController],
  providers: [
    SyncJobsService,
    JobHandlers,
    JobMetrics,
    JobRunner,
    JobReaper,
    JobRetention,
    JobWatch,
    ...LANE_PROCESSORS,
    SyncJobsUserData,
    WorkersService,
  ],
  exports: [SyncJobsService, JobRunner],
})
export class SyncJobsModule {}
