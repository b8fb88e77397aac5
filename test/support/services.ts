import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalServices, type LocalServices } from '../../src/local-services/local-services';

let services: LocalServices;
let dataDir: string;

/**
 * Jest's global set-up of the end-to-end tests: one document engine and one Redis for all of them, the product's own
 * unless MONGODB_URI or REDIS_URL name others. Each test app takes a database of its own there.
 */
export async function startServices(): Promise<void> {
  dataDir = mkdtempSync(join(tmpdir(), 'playledger-test-'));
  services = await startLocalServices({
    dataDir,
    mongodbUri: process.env.MONGODB_URI,
    redisUrl: process.env.REDIS_URL,
    databaseName: 'playledger_test',
    log: (level, message) => {
      if (level !== 'info') process.stderr.write(`${message}\n`);
    },
  });
  process.env.TEST_MONGODB_URI = services.mongodbUri;
  process.env.TEST_REDIS_URL = services.redisUrl;
}

export async function stopServices(): Promise<void> {
  await services.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
