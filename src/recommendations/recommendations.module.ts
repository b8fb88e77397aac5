import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AnalyticsModule } from '../analytics/analytics.module';
import { CatalogueModule } from '../catalogue/catalogue.module';
import { registerModels } from '../database/connections';
import { PlatformModule } from '../platform/platform.module';
import { CandidateReader } from './local/candidate-reader.service';
import { CatalogueSamples } from './local/catalogue-samples.service';
import { PlatformRecommender } from './platform-recommender.service';
import { RecommendationsController } from './recommendations.controller';
import { RecommendationsService } from './recommendations.service';
import { RecommendationsUserData } from './recommendations.user-data';
import { SeedReader } from './seed-reader.service';
import { TopItems, TopItemsSchema } from './top-items/top-items.schema';

/** Tracks that go with what a user plays. */
@Module({
  imports: [
    AnalyticsModule,
    CatalogueModule,
    PlatformModule,
    ...registerModels({ name: TopItems.name, schema: TopItemsSchema }),
  ],
  controllers: [RecommendationsController],
  providers: [
    RecommendationsService,
    SeedReader,
    PlatformRecommender,
    CandidateReader,
    CatalogueSamples,
    RecommendationsUserData,
  ],
  exports: [MongooseModule],
})
export class RecommendationsModule {}
