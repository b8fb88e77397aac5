import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { registerModels } from '../database/connections';
import { UsersModule } from '../users/users.module';
import { HistoryChanges } from './history-changes.service';
import { HistoryController } from './history.controller';
import { HistoryService } from './history.service';
import { HistoryWriter } from './history-writer.service';
import { HistoryFilters } from './listing/history-filter.service';
import { Play, PlaySchema } from './play.schema';
import { PlayedName, PlayedNameSchema } from './played-name.schema';
import { TouchedDay, TouchedDaySchema } from './touched-day.schema';
import { HistoryLease, HistoryLeaseSchema } from './writing/history-lease.schema';
import { HistoryLeases } from './writing/history-leases.service';
import { PlayedNames } from './writing/played-names.service';
import { TouchedDays } from './writing/touched-days.service';

@Module({
  imports: [
    UsersModule,
    ...registerModels(
      { name: Play.name, schema: PlaySchema },
      { name: TouchedDay.name, schema: TouchedDaySchema },
      { name: PlayedName.name, schema: PlayedNameSchema },
      { name: HistoryLease.name, schema: HistoryLeaseSchema },
    ),
  ],
  controllers: [HistoryController],
  providers: [HistoryChanges, HistoryFilters, HistoryLeases, HistoryService, HistoryWriter, PlayedNames, TouchedDays],
  exports: [HistoryChanges, HistoryWriter, MongooseModule],
})
export class HistoryModule {}
