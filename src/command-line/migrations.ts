import { NestFactory } from '@nestjs/core';
import type { mongo } from 'mongoose';
import { parseOptions, runCommand } from '../common/run-command';
import { readSettings } from '../config/load-settings';
import { MigrationsModule } from '../database/migrations/migrations.module';
import { isEmpty, type KnownMigration, Migrator } from '../database/migrations/migrator.service';
import { withServices } from './open-services';

const USAGE = 'npm run migrations, or npm run migrations -- --dry-run';
const OPTIONS = { 'dry-run': { type: 'boolean', default: false } } as const;

/** Lists which migrations of the data are done and due; with --dry-run, also what each due one would change. */
async function listMigrations(args: string[]): Promise<void> {
  const isDryRun = parseOptions({ args, options: OPTIONS }, USAGE).values['dry-run'];
  const app = await NestFactory.createApplicationContext(MigrationsModule, { logger: false });
  const migrator = app.get(Migrator);
  await withServices(readSettings(), async ({ databases }) => {
    for (const connection of databases) await tell(connection.getClient().db(connection.name), migrator, isDryRun);
  });
}

async function tell(database: mongo.Db, migrator: Migrator, isDryRun: boolean): Promise<void> {
  if (await isEmpty(database)) {
    console.log(`${database.databaseName}: no data yet`);
    return;
  }
  const migrations = await migrator.list(database);
  const due = migrations.filter(({ record }) => record === null).length;
  console.log(
    `${database.databaseName}: ${due === 0 ? 'all migrations are done' : `${due} to be run at the next start`}`,
  );
  for (const migration of migrations) {
    console.log(`  ${migration.version}  ${migration.name}: ${await stateOf(migration, database, isDryRun)}`);
  }
}

async function stateOf({ does, migration, record }: KnownMigration, database: mongo.Db, isDryRun: boolean) {
  if (record !== null) return `done ${record.ran_at.toISOString()}, ${recordsIn(record.changed)} changed`;
  if (!isDryRun) return `due; ${does}`;
  const count = await migration.count({ database, signal: new AbortController().signal });
  return `would change ${recordsIn(count)}; ${does}`;
}

function recordsIn(count: number): string {
  return count === 1 ? '1 record' : `${count} records`;
}

runCommand(listMigrations);
