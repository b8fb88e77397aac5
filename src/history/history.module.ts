import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { registerModels } from '../database/connections';
import { HistoryChanges } from './history-changes.service';
import { Play, PlaySchema } from './play.schema';
import { TouchedDay, TouchedDaySchema } from './touched-day.schema';

@Module({
  imports: [
    ...registerModels({ name: Play.name, schema: PlaySchema }, { name: TouchedDay.name, schema: TouchedDaySchema }),
  ],
  providers: [HistoryChanges],
  exports: [HistoryChanges, MongooseModule],
})
export class HistoryModule {}
