import { Module } from '@nestjs/common';
import { CatalogueModule } from '../../catalogue/catalogue.module';
import { registerModels } from '../../database/connections';
import { HistoryModule } from '../history.module';
import { NameResolver } from './name-resolver.service';
import { NameRows } from './name-rows.service';
import { ResolvingUserData } from './resolving.user-data';
import { UnresolvedHistories } from './unresolved-histories.service';
import { UnresolvedHistory, UnresolvedHistorySchema } from './unresolved-history.schema';

/** Finds the ids of tracks that histories know by name alone. */
@Module({
  imports: [
    CatalogueModule,
    HistoryModule,
    ...registerModels({ name: UnresolvedHistory.name, schema: UnresolvedHistorySchema }),
  ],
  providers: [NameResolver, NameRows, UnresolvedHistories, ResolvingUserData],
})
export class ResolvingModule {}
