import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { registerModels } from '../database/connections';
import { TopItems, TopItemsSchema } from './top-items/top-items.schema';

@Module({
  imports: [...registerModels({ name: TopItems.name, schema: TopItemsSchema })],
  exports: [MongooseModule],
})
export class RecommendationsModule {}
