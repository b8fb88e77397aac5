import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Migrator } from './migrator.service';
import { CatalogueLookups } from './steps/catalogue-lookups.migration';
import { FiguresFromColumns } from './steps/figures-from-columns.migration';
import { NamesInLists } from './steps/names-in-lists.migration';
import { NoBreakdowns } from './steps/no-breakdowns.migration';
import { NoEarlierRollups } from './steps/no-earlier-rollups.migration';
import { NoStoredTopLists } from './steps/no-stored-top-lists.migration';
import { UnresolvedHistories } from './steps/unresolved-histories.migration';
import { VisibleKeys } from './steps/visible-keys.migration';

/** What the stored data go through when the service is upgraded. */
@Module({
  imports: [DiscoveryModule],
  providers: [
    Migrator,
    NamesInLists,
    CatalogueLookups,
    UnresolvedHistories,
    NoStoredTopLists,
    NoEarlierRollups,
    VisibleKeys,
    FiguresFromColumns,
    NoBreakdowns,
  ],
  exports: [Migrator],
})
export class MigrationsModule {}
