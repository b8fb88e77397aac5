import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { CatalogueModule } from '../catalogue/catalogue.module';
import { registerModels } from '../database/connections';
import { UsersModule } from '../users/users.module';
import { DeletedPlays, DeletedPlaysSchema } from './deletion/deleted-plays.schema';
import { DeletedPlayMemory } from './deletion/deleted-plays.service';
import { FeedGap, FeedGapSchema } from './feed-gaps/feed-gap.schema';
import { FeedGaps } from './feed-gaps/feed-gaps.service';
import { HistoryChanges } from './history-changes.service';
import { HistoryService } from './history.service';
import { HistoryWriter } from './history-writer.service';
import { HistoryFilters } from './listing/history-filter.service';
import { PlayCounts } from './listing/play-counts.service';
import { Play, PlaySchema } from './play.schema';
import { PlayedNames, PlayedNamesSchema } from './played-names.schema';
import { ChangedDay, ChangedDaySchema } from './changed-day.schema';
import { HeardCatalogue } from './user-data/heard-catalogue.service';
import { HistoryUserData } from './user-data/history.user-data';
import { BatchLimit } from './writing/batch-limit.service';
import { HistoryState, HistoryStateSchema } from './writing/history-state.schema';
import { HistoryEditor } from './writing/history-editor.service';
import { HistoryLeases } from './writing/history-leases.service';
import { Landmarks } from './writing/landmarks.service';
import { NameList } from './writing/name-list.service';
import { PlayRows } from './writing/play-rows.service';
import { ChangedDays } from './writing/changed-days.service';

@Module({
  imports: [
    CatalogueModule,
    UsersModule,
    ...registerModels(
      { name: Play.name, schema: PlaySchema },
      { name: ChangedDay.name, schema: ChangedDaySchema },
      { name: PlayedNames.name, schema: PlayedNamesSchema },
      { name: HistoryState.name, schema: HistoryStateSchema },
      { name: DeletedPlays.name, schema: DeletedPlaysSchema },
      { name: FeedGap.name, schema: FeedGapSchema },
    ),
  ],
  providers: [
    BatchLimit,
    DeletedPlayMemory,
    FeedGaps,
    HeardCatalogue,
    HistoryChanges,
    HistoryEditor,
    HistoryFilters,
    HistoryLeases,
    HistoryService,
    HistoryUserData,
    HistoryWriter,
    Landmarks,
    NameList,
    PlayCounts,
    PlayRows,
    ChangedDays,
  ],
  exports: [
    ChangedDays,
    DeletedPlayMemory,
    FeedGaps,
    HistoryChanges,
    HistoryEditor,
    HistoryFilters,
    HistoryLeases,
    HistoryService,
    HistoryWriter,
    MongooseModule,
    NameList,
    PlayRows,
  ],
})
export class HistoryModule {}
