import { Injectable } from '@nestjs/common';
import { type DataMigration, Migration, type MigrationContext } from '../migration';

const COLLECTION = 'analytics_top_lists';

/** Top lists as they are shown were stored once. What nothing reads would not be erased with its user either. */
@Migration({
  version: 5,
  name: 'no-stored-top-lists',
  does: 'removes the top lists that were stored as they are shown; they are made from the figures',
})
@Injectable()
export class NoStoredTopLists implements DataMigration {
  count({ database }: MigrationContext): Promise<number> {
    return database.collection(COLLECTION).countDocuments();
  }

  async run(context: MigrationContext): Promise<number> {
    const stored = await this.count(context);
    if (stored > 0) await context.database.dropCollection(COLLECTION);
    return stored;
  }
}
