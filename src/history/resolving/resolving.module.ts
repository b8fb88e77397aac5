import { Module } from '@nestjs/common';
import { CatalogueModule } from '../../catalogue/catalogue.module';
import { registerModels } from '../../database/connections';
import { HistoryModule } from '../history.module';
import { BlankNames } from './blank-names.service';
import { NameResolver } from './name-resolver.service';
import { NameRows } from './name-rows.service';
import { NamelessHistories } from './nameless-histories.service';
import { NamelessHistory, NamelessHistorySchema } from './nameless-history.schema';
import { NamelessRows } from './nameless-rows.service';
import { ResolvingUserData } from './resolving.user-data';
import { UnresolvedHistories } from './unresolved-histories.service';
import { UnresolvedHistory, UnresolvedHistorySchema } from './unresolved-history.schema';

/** Finds the ids of tracks that histories know by name alone, and the names of those that they know by id alone. */
@Module({
  imports: [
    CatalogueModule,
    HistoryModule,
    ...registerModels(
      { name: UnresolvedHistory.name, schema: UnresolvedHistorySchema },
      { name: NamelessHistory.name, schema: NamelessHistorySchema },
    ),
  ],
  providers: [
    NameResolver,
    NameRows,
    UnresolvedHistories,
    BlankNames,
    NamelessRows,
    NamelessHistories,
    ResolvingUserData,
  ],
})
export class ResolvingModule {}
