import { Injectable } from '@nestjs/common';
import { type DataMigration, Migration, type MigrationContext } from '../migration';

const COLLECTION = 'earlier_rollups';

/** Months were summed up in another collection. What nothing reads would not be erased with its user either. */
@Migration({
  version: 6,
  name: 'no-earlier-rollups',
  does: 'removes the former sums of months; those of today are made when figures are next brought up to date',
})
@Injectable()
export class NoEarlierRollups implements DataMigration {
  count({ database }: MigrationContext): Promise<number> {
    return database.collection(COLLECTION).countDocuments();
  }

  async run(context: MigrationContext): Promise<number> {
    const stored = await this.count(context);
    if (stored > 0) await context.database.dropCollection(COLLECTION);
    return stored;
  }
}
