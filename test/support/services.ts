import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { startLocalServices, type LocalServices } from '../../src/local-services/local-services';

const OPTIONS = {
  databaseName: 'playledger_test',
  log: (level: string, message: string): void => {
    if (level !== 'info') process.stderr.write(`${message}\n`);
  },
};
const NO_SUCH_COMMAND = 59;

let services: LocalServices;
/** The product's own engine beside another server that does not explain its plans. */
let explaining: LocalServices | undefined;
let dataDir: string;

/**
 * Jest's global set-up of the end-to-end tests: one document engine and one Redis for all of them, the product's own
 * unless MONGODB_URI or REDIS_URL name others. Each test app and each service process takes a database of its own there.
 */
export async function startServices(): Promise<void> {
  dataDir = mkdtempSync(join(tmpdir(), 'playledger-test-'));
  services = await startLocalServices({
    ...OPTIONS,
    dataDir,
    mongodbUri: process.env.MONGODB_URI,
    redisUrl: process.env.REDIS_URL,
  });
  process.env.TEST_MONGODB_URI = services.mongodbUri;
  process.env.TEST_REDIS_URL = services.redisUrl;
  process.env.TEST_DATABASES = join(dataDir, 'databases');
  if (!(await explains(services.mongodbUri))) {
    const ownDir = join(dataDir, 'explaining');
    mkdirSync(ownDir);
    explaining = await startLocalServices({ ...OPTIONS, dataDir: ownDir, redisUrl: services.redisUrl });
  }
  process.env.TEST_EXPLAINING_MONGODB_URI = (explaining ?? services).mongodbUri;
}

export async function stopServices(): Promise<void> {
  await dropDatabases();
  await explaining?.stop();
  await services.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function explains(uri: string): Promise<boolean> {
  return withClient(uri, async (client) => {
    try {
      await client.db().command({ explain: { find: 'users' } });
      return true;
    } catch (error) {
      if ((error as { code?: unknown }).code === NO_SUCH_COMMAND) return false;
      throw error;
    }
  });
}

/** Those of service processes; a test app drops its own. */
async function dropDatabases(): Promise<void> {
  const list = process.env.TEST_DATABASES ?? '';
  if (!existsSync(list)) return;
  for (const uri of new Set(readFileSync(list, 'utf8').trim().split('\n')))
    await withClient(uri, (client) => client.db().dropDatabase());
}

async function withClient<T>(uri: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = await MongoClient.connect(uri);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
