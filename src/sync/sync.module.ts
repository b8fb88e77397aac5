import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AnalyticsModule } from '../analytics/analytics.module';
import { CatalogueModule } from '../catalogue/catalogue.module';
import { registerModels } from '../database/connections';
import { HistoryModule } from '../history/history.module';
import { PlatformModule } from '../platform/platform.module';
import { PlaylistsModule } from '../playlists/playlists.module';
import { SCHEDULE_QUEUE } from '../queue/queues';
import { RecommendationsModule } from '../recommendations/recommendations.module';
import { SyncJobsModule } from '../sync-jobs/sync-jobs.module';
import { UsersModule } from '../users/users.module';
import { ScheduleQueue } from './schedules/schedule-queue.service';
import { ScheduleProcessor } from './schedules/schedule.processor';
import { SyncSchedules } from './schedules/sync-schedules.service';
import { AnalyticsStep } from './steps/analytics.step';
import { AudioFeaturesStep } from './steps/audio-features.step';
import { PlaylistsStep } from './steps/playlists.step';
import { RecentlyPlayedStep } from './steps/recently-played.step';
import { SyncSteps } from './steps/sync-steps.service';
import { TopItemsStep } from './steps/top-items.step';
import { SyncRun } from './sync-run.service';
import { SyncStarter } from './sync-starter.service';
import { SyncState, SyncStateSchema } from './sync-state.schema';
import { SyncStates } from './sync-states.service';
import { SyncTriggerController } from './sync-trigger.controller';
import { SyncUserData } from './sync.user-data';

/** Copies what users do on the platform: what a sync does, and when there is one. */
@Module({
  imports: [
    DiscoveryModule,
    SyncJobsModule,
    PlatformModule,
    UsersModule,
    CatalogueModule,
    HistoryModule,
    AnalyticsModule,
    PlaylistsModule,
    RecommendationsModule,
    BullModule.registerQueue({ name: SCHEDULE_QUEUE }),
    ...registerModels({ name: SyncState.name, schema: SyncStateSchema }),
  ],
  controllers: [SyncTriggerController],
  providers: [
    RecentlyPlayedStep,
    AudioFeaturesStep,
    PlaylistsStep,
    TopItemsStep,
    AnalyticsStep,
    SyncSteps,
    SyncStates,
    SyncRun,
    SyncStarter,
    ScheduleQueue,
    ScheduleProcessor,
    SyncSchedules,
    SyncUserData,
  ],
  exports: [SyncStarter, SyncRun],
})
export class SyncModule {}
