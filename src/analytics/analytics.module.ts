import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module';
import { ColumnsModule } from '../columns/columns.module';
import { registerModels } from '../database/connections';
import { HistoryModule } from '../history/history.module';
import { SyncJobsModule } from '../sync-jobs/sync-jobs.module';
import { UsersModule } from '../users/users.module';
import { AnalyticsController } from './analytics.controller';
import { AnalyticsService } from './analytics.service';
import { AnalyticsUserData } from './analytics.user-data';
import { GenresController } from './genres.controller';
import { DailyRollupSchema, StoredDailyRollup } from './rollups/daily-rollup.schema';
import { PlaysReader } from './rollups/plays-reader.service';
import { RecentListening } from './recent-listening.service';
import { RollupBuild } from './rollups/rollup-build.service';
import { RollupLeases } from './rollups/rollup-lease.service';
import { RollupState, RollupStateSchema } from './rollups/rollup-state.schema';
import { RollupStatusService } from './rollups/rollup-status.service';
import { RollupStore } from './rollups/rollup-store.service';
import { RollupService } from './rollups/rollup.service';
import { AnalyticsRefreshService } from './snapshots/analytics-refresh.service';
import { CatalogueReader } from './snapshots/catalogue-reader.service';
import { SnapshotComputer } from './snapshots/snapshot-computer.service';
import { KeptResponses } from './snapshots/kept-responses.service';
import { SnapshotReader } from './snapshots/snapshot-reader.service';
import { SnapshotSchema, StoredSnapshot } from './snapshots/snapshot.schema';
import { SnapshotStamps } from './snapshots/snapshot-stamps.service';
import { TopListsController } from './top-lists.controller';
import { TopListsService } from './top-lists.service';

/** The figures of each user's listening: roll-ups by day, snapshots by period, and what is read from them. */
@Module({
  imports: [
    SyncJobsModule,
    UsersModule,
    CatalogueModule,
    ColumnsModule,
    HistoryModule,
    ...registerModels(
      { name: StoredDailyRollup.name, schema: DailyRollupSchema },
      { name: RollupState.name, schema: RollupStateSchema },
      { name: StoredSnapshot.name, schema: SnapshotSchema },
    ),
  ],
  controllers: [AnalyticsController, TopListsController, GenresController],
  providers: [
    PlaysReader,
    RecentListening,
    RollupLeases,
    RollupStore,
    RollupService,
    RollupStatusService,
    RollupBuild,
    CatalogueReader,
    SnapshotComputer,
    SnapshotReader,
    SnapshotStamps,
    KeptResponses,
    AnalyticsRefreshService,
    AnalyticsService,
    TopListsService,
    AnalyticsUserData,
  ],
  exports: [AnalyticsRefreshService, SnapshotReader, RecentListening, RollupService],
})
export class AnalyticsModule {}
