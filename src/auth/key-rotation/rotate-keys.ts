import 'reflect-metadata';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { parseArgs } from 'node:util';
import type { Redis } from 'ioredis';
import { type Connection, createConnection } from 'mongoose';
import { StartError } from '../../common/start-error';
import { loadSettings } from '../../config/load-settings';
import { DATABASE_NAMES, type Settings } from '../../config/settings';
import { attachLocalServices, type LocalServices } from '../../local-services/local-services';
import { namesDatabase } from '../../local-services/mongodb-uri';
import { fillSecrets, replaceEncryptionKey } from '../../local-services/secrets';
import { RefreshLock } from '../../platform/refresh-lock';
import { TokenSeal } from '../../platform/token-seal';
import { createRequestRedis } from '../../queue/redis';
import { EmailSeal } from '../email-seal';
import { KeyRotation } from './key-rotation';
import { sealedEmails, sealedTokens } from './sealed-records';

const USAGE = 'Usage: npm run rotate-keys, or npm run rotate-keys -- --new-key';

/** Encrypts platform tokens and email addresses anew with the current key; with --new-key, makes that key. */
async function rotateKeys(args: string[]): Promise<void> {
  const isNewKey = parseOptions(args);
  if (existsSync('.env')) loadEnvFile('.env');
  const settings = loadSettings(process.env);
  if (isNewKey && settings.encryptionKey !== undefined) throw new StartError(KEY_IS_A_SETTING);
  fillSecrets(settings);
  await withRecords(settings, (rotation) => (isNewKey ? makeKey(settings, rotation) : encryptAnew(settings, rotation)));
}

const KEY_IS_A_SETTING =
  'The key is the setting ENCRYPTION_KEY, so that this command cannot replace it. Move it to ENCRYPTION_KEYS_RETIRED, ' +
  'set ENCRYPTION_KEY to a new one (openssl rand -hex 32), restart Playledger, and run: npm run rotate-keys';

async function makeKey(settings: Settings, rotation: KeyRotation): Promise<void> {
  const { due } = await rotation.survey();
  if (due > 0) {
    throw new StartError(
      `${due} encrypted records are still under a former key. First run: npm run rotate-keys (the key was not replaced).`,
    );
  }
  replaceEncryptionKey(settings.dataDir);
  console.log('A new key is in secrets.json, and the former one stays there for reading.');
  console.log('Restart Playledger if it runs, so that it knows both. Then run: npm run rotate-keys');
}

async function encryptAnew(settings: Settings, rotation: KeyRotation): Promise<void> {
  const { records, due } = await rotation.run();
  console.log(`All ${records} encrypted records are under the current key; ${due} of them were encrypted anew.`);
  if (settings.encryptionKeysRetired.length > 0)
    console.log('Former keys are needed no longer, but to restore a backup from before.');
}

/** Opens the service's databases beside the service, or by itself when it does not run. */
async function withRecords(settings: Settings, work: (rotation: KeyRotation) => Promise<void>): Promise<void> {
  const { dataDir, mongodbUri, redisUrl, databaseName } = settings;
  const local = await attachLocalServices({ dataDir, mongodbUri, redisUrl, databaseName, log: () => undefined });
  try {
    const connection = await connectDatabase(local);
    const redis = await connectRedis(local);
    try {
      const databases = namesDatabase(mongodbUri)
        ? [connection]
        : Object.values(DATABASE_NAMES).map((name) => connection.useDb(name));
      await work(
        new KeyRotation(databases.flatMap((database) => recordsIn(database, settings, new RefreshLock(redis)))),
      );
    } finally {
      redis.disconnect();
      await connection.close();
    }
  } finally {
    await local.stop();
  }
}

function recordsIn(database: Connection, settings: Settings, lock: RefreshLock) {
  return [sealedTokens(database, new TokenSeal(settings), lock), sealedEmails(database, new EmailSeal(settings))];
}

async function connectDatabase({ mongodbUri }: LocalServices): Promise<Connection> {
  const options = { serverSelectionTimeoutMS: 5_000, autoCreate: false, autoIndex: false };
  return createConnection(mongodbUri, options)
    .asPromise()
    .catch((error: unknown) => {
      throw new StartError(`The document database cannot be reached: ${String(error)}`);
    });
}

async function connectRedis({ redisUrl }: LocalServices): Promise<Redis> {
  const redis = createRequestRedis(redisUrl);
  try {
    await once(redis, 'ready');
  } catch (error) {
    redis.disconnect();
    throw new StartError(`Redis cannot be reached: ${String(error)}`);
  }
  return redis;
}

function parseOptions(args: string[]): boolean {
  try {
    return parseArgs({ args, options: { 'new-key': { type: 'boolean', default: false } } }).values['new-key'];
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${USAGE}`);
  }
}

rotateKeys(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  },
);
