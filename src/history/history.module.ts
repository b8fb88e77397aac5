import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { registerModels } from '../database/connections';
import { HistoryChanges } from './history-changes.service';
import { HistoryWriter } from './history-writer.service';
import { Play, PlaySchema } from './play.schema';
import { TouchedDay, TouchedDaySchema } from './touched-day.schema';
import { HistoryLease, HistoryLeaseSchema } from './writing/history-lease.schema';
import { HistoryLeases } from './writing/history-leases.service';
import { TouchedDays } from './writing/touched-days.service';

@Module({
  imports: [
    ...registerModels(
      { name: Play.name, schema: PlaySchema },
      { name: TouchedDay.name, schema: TouchedDaySchema },
      { name: HistoryLease.name, schema: HistoryLeaseSchema },
    ),
  ],
  providers: [HistoryChanges, HistoryLeases, HistoryWriter, TouchedDays],
  exports: [HistoryChanges, HistoryWriter, MongooseModule],
})
export class HistoryModule {}
