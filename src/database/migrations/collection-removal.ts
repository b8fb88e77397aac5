import type { DataMigration, MigrationContext } from './migration';

/** Removes a collection of former builds: what nothing reads would not be erased with its user either. */
export abstract class CollectionRemoval implements DataMigration {
  protected abstract readonly collection: string;

  count({ database }: MigrationContext): Promise<number> {
    return database.collection(this.collection).countDocuments();
  }

  async run(context: MigrationContext): Promise<number> {
    const stored = await this.count(context);
    if (stored > 0) await context.database.dropCollection(this.collection);
    return stored;
  }
}
