import { DynamicModule } from '@nestjs/common';
import { ModelDefinition, MongooseModule } from '@nestjs/mongoose';

/** Name of the connection for jobs: `@InjectModel(X.name, JOBS_CONNECTION)`. */
export const JOBS_CONNECTION = 'jobs';

/** Registers models on both connections: requests inject a model by its name, jobs add {@link JOBS_CONNECTION}. */
export function registerModels(...models: ModelDefinition[]): DynamicModule[] {
  return [MongooseModule.forFeature(models), MongooseModule.forFeature(models, JOBS_CONNECTION)];
}
