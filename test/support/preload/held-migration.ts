import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MigrationContext } from '../../../src/database/migrations/migration';
import { CatalogueLookups } from '../../../src/database/migrations/steps/catalogue-lookups.migration';

/**
 * Loaded before a worker: each run of a migration leaves a record in the collection `runs`. With MIGRATION=wait it goes
 * on when there is one in the collection `go`; with MIGRATION=die its process kills itself in the middle.
 */
const original = Object.getOwnPropertyDescriptor(CatalogueLookups.prototype, 'run')?.value as CatalogueLookups['run'];

async function run(this: CatalogueLookups, context: MigrationContext): Promise<number> {
  const { database, signal } = context;
  await database.collection('runs').insertOne({ pid: process.pid });
  if (process.env.MIGRATION === 'wait') {
    while ((await database.collection('go').findOne()) === null) await sleep(20);
    return original.call(this, context);
  }
  const collection: typeof database.collection = (name: string) => {
    if (name === 'artists') process.kill(process.pid, 'SIGKILL');
    return database.collection(name);
  };
  return original.call(this, {
    database: Object.assign(Object.create(database) as typeof database, { collection }),
    signal,
  });
}

Object.defineProperty(CatalogueLookups.prototype, 'run', { value: run });
