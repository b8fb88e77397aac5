import { DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { LoggerModule } from 'nestjs-pino';
import { AccountModule } from './account/account.module';
import { AnalyticsModule } from './analytics/analytics.module';
import { ApiLogsModule } from './api-logs/api-logs.module';
import { AuthModule } from './auth/auth.module';
import { SessionGuard } from './auth/session.guard';
import { BrowseModule } from './browse/browse.module';
import { CatalogueModule } from './catalogue/catalogue.module';
import { ErrorFilter } from './common/errors/error.filter';
import { ContractValidationPipe } from './common/validation/contract-validation.pipe';
import { ConfigModule } from './config/config.module';
import type { Settings } from './config/settings';
import { DatabaseModule } from './database/database.module';
import { ReadyGuard } from './database/ready.guard';
import { UserDataModule } from './database/user-data/user-data.module';
import { ExploreModule } from './explore/explore.module';
import { HealthModule } from './health/health.module';
import { DeletionModule } from './history/deletion/deletion.module';
import { ColumnsModule } from './columns/columns.module';
import { HistoryModule } from './history/history.module';
import { ImportModule } from './history/import/import.module';
import { ResolvingModule } from './history/resolving/resolving.module';
import { LibraryModule } from './library/library.module';
import { loggerOptions, ServiceLogger } from './logging';
import { MetricsModule } from './metrics/metrics.module';
import { PageModule } from './page/page.module';
import { PlatformModule } from './platform/platform.module';
import { PlayerModule } from './player/player.module';
import { PlaylistsModule } from './playlists/playlists.module';
import { QueueModule } from './queue/queue.module';
import { RateLimitModule } from './rate-limit/rate-limit.module';
import { RecommendationsModule } from './recommendations/recommendations.module';
import { SyncModule } from './sync/sync.module';
import { SyncJobsModule } from './sync-jobs/sync-jobs.module';
import { UsersModule } from './users/users.module';

/** The wiring: which modules there are, and what holds for every route. */
@Module({})
export class AppModule {
  static forRoot(settings: Settings): DynamicModule {
    return {
      module: AppModule,
      imports: [
        LoggerModule.forRoot(loggerOptions(settings)),
        ConfigModule.forRoot(settings),
        MetricsModule,
        ScheduleModule.forRoot(),
        DatabaseModule.forRoot(),
        UserDataModule,
        QueueModule,
        RateLimitModule,
        ApiLogsModule,
        SyncJobsModule,
        PlatformModule,
        UsersModule,
        CatalogueModule,
        HistoryModule,
        ColumnsModule,
        DeletionModule,
        ImportModule,
        ResolvingModule,
        AnalyticsModule,
        ExploreModule,
        PlaylistsModule,
        PlayerModule,
        BrowseModule,
        LibraryModule,
        RecommendationsModule,
        SyncModule,
        AuthModule,
        AccountModule,
        HealthModule,
        PageModule,
      ],
      providers: [
        ServiceLogger,
        { provide: APP_FILTER, useClass: ErrorFilter },
        { provide: APP_GUARD, useClass: SessionGuard },
        { provide: APP_GUARD, useClass: ReadyGuard },
        { provide: APP_PIPE, useClass: ContractValidationPipe },
      ],
    };
  }
}
