import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module';
import { ColumnsModule } from '../columns/columns.module';
import { registerModels } from '../database/connections';
import { HistoryModule } from '../history/history.module';
import { UsersModule } from '../users/users.module';
import { CompareController } from './compare/compare.controller';
import { CompareService } from './compare/compare.service';
import { DiscoveryController } from './discovery/discovery.controller';
import { DiscoveryService } from './discovery/discovery.service';
import { Explorer } from './explorer.service';
import { PlaysExportController } from './export/plays-export.controller';
import { PlaysExport } from './export/plays-export.service';
import { AlbumsHeardService } from './habits/albums-heard.service';
import { ChaptersService } from './habits/chapters.service';
import { HabitsController } from './habits/habits.controller';
import { MilestonesService } from './habits/milestones.service';
import { ObsessionsService } from './habits/obsessions.service';
import { SeasonsService } from './habits/seasons.service';
import { StreaksService } from './habits/streaks.service';
import { HistoryController } from './history/history.controller';
import { LensHistory } from './history/lens-history.service';
import { ItemImages } from './item-images.service';
import { ItemCatalogue } from './items/item-catalogue.service';
import { ItemsController } from './items/items.controller';
import { ItemsService } from './items/items.service';
import { SavedLens, SavedLensSchema } from './lens/saved/saved-lens.schema';
import { SavedLensesController } from './lens/saved/saved-lenses.controller';
import { SavedLenses } from './lens/saved/saved-lenses.service';
import { SavedLensesUserData } from './lens/saved/saved-lenses.user-data';
import { PlaysReader } from './plays-reader.service';
import { ProvenanceController } from './provenance/provenance.controller';
import { ProvenanceService } from './provenance/provenance.service';
import { SessionsController } from './sessions/sessions.controller';
import { SessionsService } from './sessions/sessions.service';
import { SeriesService } from './time/series.service';
import { TimeController } from './time/time.controller';
import { TimeService } from './time/time.service';
import { RanksService } from './tops/ranks.service';
import { SearchService } from './tops/search.service';
import { TopListsService } from './tops/top-lists.service';
import { TopsController } from './tops/tops.controller';
import { TotalsController } from './totals/totals.controller';
import { TotalsService } from './totals/totals.service';
import { YearsController } from './years/years.controller';
import { YearsService } from './years/years.service';

/** Any question about one's own plays, asked through a lens. */
@Module({
  imports: [
    CatalogueModule,
    ColumnsModule,
    HistoryModule,
    UsersModule,
    ...registerModels({ name: SavedLens.name, schema: SavedLensSchema }),
  ],
  controllers: [
    CompareController,
    DiscoveryController,
    HabitsController,
    HistoryController,
    ItemsController,
    PlaysExportController,
    ProvenanceController,
    SavedLensesController,
    SessionsController,
    TimeController,
    TopsController,
    TotalsController,
    YearsController,
  ],
  providers: [
    AlbumsHeardService,
    ChaptersService,
    CompareService,
    DiscoveryService,
    Explorer,
    ItemCatalogue,
    ItemImages,
    ItemsService,
    LensHistory,
    MilestonesService,
    ObsessionsService,
    PlaysExport,
    PlaysReader,
    ProvenanceService,
    RanksService,
    SavedLenses,
    SavedLensesUserData,
    SearchService,
    SeasonsService,
    SeriesService,
    SessionsService,
    StreaksService,
    TimeService,
    TopListsService,
    TotalsService,
    YearsService,
  ],
})
export class ExploreModule {}
