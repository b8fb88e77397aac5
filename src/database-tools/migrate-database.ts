import { parseOptions, runCommand, usageError } from '../common/run-command';
import { StartError } from '../common/start-error';
import { readSettings } from '../config/load-settings';
import { copyDatabases, EMBEDDED, type Endpoint, pairDatabases, withEndpoint } from './endpoint';

const USAGE =
  'npm run migrate-database -- [--from PLACE] --to PLACE, where a PLACE is a URI (mongodb://HOST/DATABASE) or ' +
  '"embedded", the engine on DATA_DIR, from which is copied unless said otherwise';
const OPTIONS = { from: { type: 'string', default: EMBEDDED }, to: { type: 'string' } } as const;

/** Copies the service's databases from one document database to another. */
async function migrateDatabase(args: string[]): Promise<void> {
  const { from, to } = parseOptions({ args, options: OPTIONS }, USAGE).values;
  if (to === undefined) throw usageError('Say with --to where the data is to go.', USAGE);
  if (to === from) throw new StartError('--from and --to are the same place: nothing to copy.');
  const settings = readSettings();
  process.once('SIGINT', () => {
    console.error('Stopped. What is copied stays: run the same command again to go on.');
    process.exit(130);
  });
  await withEndpoint(from, settings, (source) =>
    withEndpoint(to, settings, (target) => migrate(source, target, settings.databaseName)),
  );
  const setting = to === EMBEDDED ? 'without MONGODB_URI' : 'with MONGODB_URI set to the new place';
  console.log(`Start Playledger ${setting}. The old data is still where it was.`);
}

async function migrate(source: Endpoint, target: Endpoint, current: string): Promise<void> {
  const counts = await copyDatabases(await pairDatabases(source, target, current));
  for (const [database, collections] of Object.entries(counts)) {
    const documents = Object.values(collections).reduce((sum, count) => sum + count, 0);
    console.log(
      `${database}: ${documents} documents in ${Object.keys(collections).length} collections, the same on both sides.`,
    );
  }
}

runCommand(migrateDatabase);
