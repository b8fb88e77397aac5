import { performance } from 'node:perf_hooks';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { mongo } from 'mongoose';
import { isDatabaseUnavailable } from '../../common/errors/unavailable';
import { StartError } from '../../common/start-error';
import { isDuplicateKey } from '../duplicate-key';
import { insertUnknown } from '../insert-unknown';
import { type DataMigration, Migration, type MigrationLabel } from './migration';
import { underLock } from './migration-lock';

/** The record of a migration that is done. */
export interface MigrationRecord {
  /** The migration's version. */
  _id: number;
  name: string;
  ran_at: Date;
  duration_ms: number;
  /** How many records it has changed; 0 too where there was no data yet. */
  changed: number;
}

/** A migration that this build knows, and its record once it is done. */
export interface KnownMigration extends MigrationLabel {
  migration: DataMigration;
  record: MigrationRecord | null;
}

const RECORDS = 'migrations';

/** Knows the migrations, runs those that are due, in order, and records them. */
@Injectable()
export class Migrator implements OnModuleInit {
  private readonly logger = new Logger('Migrations');
  private known: readonly (MigrationLabel & { migration: DataMigration })[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws Error when two have one version */
  onModuleInit(): void {
    this.known = this.discovery
      .getProviders({ metadataKey: Migration.KEY })
      .flatMap((wrapper) => {
        const label = this.discovery.getMetadataByDecorator(Migration, wrapper);
        return label === undefined ? [] : [{ ...label, migration: wrapper.instance as DataMigration }];
      })
      .sort((a, b) => a.version - b.version);
    const versions = this.known.map(({ version }) => version);
    if (new Set(versions).size < versions.length)
      throw new Error(`Each migration needs a version of its own: ${versions.join(', ')}`);
  }

  /** The version of the data that this build writes. */
  private get newest(): number {
    return this.known.at(-1)?.version ?? 0;
  }

  /**
   * How the data stand.
   *
   * @throws StartError when a newer build has written them
   */
  async list(database: mongo.Db): Promise<KnownMigration[]> {
    const records = await database.collection<MigrationRecord>(RECORDS).find().toArray();
    const newest = Math.max(0, ...records.map(({ _id }) => _id));
    if (newest > this.newest) throw new StartError(newerSentence(database, newest, this.newest));
    return this.known.map((one) => ({ ...one, record: records.find(({ _id }) => _id === one.version) ?? null }));
  }

  /**
   * Runs what is due, unless another replica does: then it waits until that is done.
   *
   * @throws StartError when a newer build has written the data, or a migration fails; whatever the database fails with
   */
  async run(database: mongo.Db, stopping: AbortSignal): Promise<void> {
    if (await isEmpty(database)) await this.recordAll(database);
    const due = async (): Promise<KnownMigration[]> =>
      (await this.list(database)).filter(({ record }) => record === null);
    const isNeeded = async (): Promise<boolean> => (await due()).length > 0;
    await underLock(database, stopping, isNeeded, async (signal) => {
      for (const migration of await due()) await this.apply(migration, database, signal);
    });
  }

  /** New data are in the newest form from their beginning. */
  private async recordAll(database: mongo.Db): Promise<void> {
    const records = this.known.map(({ version, name }) => recordOf(version, name, 0, 0));
    await insertUnknown({ collection: database.collection<MigrationRecord>(RECORDS) as never }, records);
  }

  private async apply(
    { version, name, migration }: KnownMigration,
    database: mongo.Db,
    signal: AbortSignal,
  ): Promise<void> {
    this.logger.log(`Migration ${version} (${name}) begins`);
    const start = performance.now();
    let changed: number;
    try {
      changed = await migration.run({ database, signal });
    } catch (error) {
      if (signal.aborted || isDatabaseUnavailable(error)) throw error;
      this.logger.error(error);
      throw new StartError(failedSentence(version, name, error));
    }
    signal.throwIfAborted();
    const durationMs = Math.round(performance.now() - start);
    try {
      const records = database.collection<MigrationRecord>(RECORDS);
      await records.insertOne(recordOf(version, name, durationMs, changed));
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    this.logger.log(`Migration ${version} (${name}) has changed ${changed} records in ${durationMs} ms`);
  }
}

/** Whether nothing was ever stored. */
export async function isEmpty(database: mongo.Db): Promise<boolean> {
  return !(await database.listCollections({}, { nameOnly: true }).hasNext());
}

function recordOf(version: number, name: string, durationMs: number, changed: number): MigrationRecord {
  return { _id: version, name, ran_at: new Date(), duration_ms: durationMs, changed };
}

function newerSentence(database: mongo.Db, newest: number, known: number): string {
  return (
    `The data in the database ${database.databaseName} are of version ${newest}, which a newer Playledger has written; ` +
    `this one knows versions up to ${known}. Nothing has been changed. Start the newer Playledger, or restore a backup ` +
    'from before the upgrade.'
  );
}

function failedSentence(version: number, name: string, error: unknown): string {
  return (
    `The data could not be changed for this version of Playledger: migration ${version} (${name}) failed with ` +
    `"${error instanceof Error ? error.message : String(error)}". Those after it were not begun, and it begins again at ` +
    'the next start. The log has where it failed; to go back to the former version, restore a backup from before.'
  );
}
