import { mongo } from 'mongoose';
import { StartError } from '../common/start-error';
import { DATABASE_NAMES, type Settings } from '../config/settings';
import { databaseNameIn } from '../local-services/mongodb-uri';
import { copyDatabase, countDocuments, type DatabaseCopy } from './database-copy';
import { documentsIn, withDataDir, withEngine } from './local-engine';
import { withProgress } from './progress';

const CONNECT_TIMEOUT_MS = 5_000;

/** The name of the embedded engine's data folder among the places of a command. */
export const EMBEDDED = 'embedded';

/** A server that databases are copied from or to. */
export interface Endpoint {
  /** The same for the same place, without user and password. */
  name: string;
  client: mongo.MongoClient;
  /** The one that its URI names; undefined where that leaves it open. */
  database: string | undefined;
}

/**
 * Connects to a server for a work: the one of a URI, or the embedded engine on DATA_DIR, which is started for it.
 * @throws StartError where it cannot be reached, or the service runs on DATA_DIR
 */
export async function withEndpoint<Result>(
  place: string,
  { dataDir }: Settings,
  work: (endpoint: Endpoint) => Promise<Result>,
): Promise<Result> {
  if (place !== EMBEDDED) {
    const name = place.replace(/\/\/[^@/]*@/, '//').replace(/\?.*$/, '');
    return withClient(place, (client) => work({ name, client, database: databaseNameIn(place) }));
  }
  return withDataDir(dataDir, (folder, socketDir) =>
    withEngine(documentsIn(folder), socketDir, (uri) =>
      withClient(uri, (client) => work({ name: `the data folder ${folder}`, client, database: undefined })),
    ),
  );
}

/** @throws StartError where the server cannot be reached */
export async function withClient<Result>(
  uri: string,
  work: (client: mongo.MongoClient) => Promise<Result>,
): Promise<Result> {
  let client: mongo.MongoClient;
  try {
    client = await mongo.MongoClient.connect(uri, { serverSelectionTimeoutMS: CONNECT_TIMEOUT_MS });
    await client.db().command({ ping: 1 });
  } catch (error) {
    throw new StartError(`The document database cannot be reached: ${(error as Error).message}.`);
  }
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/**
 * Which databases go where: the one that the source names, else those of the service that it has, each under its name,
 * or under the name that the target names.
 * @param current the database of the service's settings, which is taken where the target has a place for one only
 * @throws StartError where the source has none
 */
export async function pairDatabases(source: Endpoint, target: Endpoint, current: string): Promise<DatabaseCopy[]> {
  const names = await databasesOf(source);
  if (names.length === 0) {
    throw new StartError(
      `There is no data in ${source.name}: none of its databases is called ${Object.values(DATABASE_NAMES).join(' or ')}.`,
    );
  }
  const chosen = target.database !== undefined && names.length > 1 ? [current] : names;
  return chosen.map((name) => ({
    from: `${source.name}, database ${name}`,
    source: source.client.db(name),
    target: target.client.db(target.database ?? name),
  }));
}

async function databasesOf({ client, database }: Endpoint): Promise<string[]> {
  if (database !== undefined) return [database];
  const names: string[] = [];
  for (const name of Object.values(DATABASE_NAMES))
    if ((await client.db(name).listCollections({}, { nameOnly: true }).toArray()).length > 0) names.push(name);
  return names;
}

/** Copies databases one after another. @returns how many documents each collection has, by database */
export async function copyDatabases(copies: readonly DatabaseCopy[]): Promise<Record<string, Record<string, number>>> {
  const counts: Record<string, Record<string, number>> = {};
  for (const copy of copies) {
    const name = copy.target.databaseName;
    const expected = Object.values(await countDocuments(copy.source)).reduce((sum, count) => sum + count, 0);
    counts[name] = await withProgress(`Copying ${name}`, 2 * expected, (progress) => copyDatabase(copy, progress));
  }
  return counts;
}
