import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { type Connection, createConnection } from 'mongoose';
import { StartError } from '../common/start-error';
import { DATABASE_NAMES, type Settings } from '../config/settings';
import { attachLocalServices } from '../local-services/local-services';
import { namesDatabase } from '../local-services/mongodb-uri';
import { createRequestRedis } from '../queue/redis';

const CONNECT_TIMEOUT_MS = 5_000;

/** What a command works on: the service's document database and Redis. */
export interface Services {
  /** The database of the platform that the settings name. */
  database: Connection;
  /** All databases that the service keeps there: one for each platform, unless MONGODB_URI names one for both. */
  databases: Connection[];
  redis: Redis;
}

/**
 * Opens the service's database and Redis for a while: beside the service where it runs, else by itself, with local
 * services that end with the work.
 * @throws StartError where one cannot be reached
 */
export async function withServices<Result>(
  settings: Settings,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const { dataDir, mongodbUri, redisUrl, databaseName } = settings;
  const local = await attachLocalServices({ dataDir, mongodbUri, redisUrl, databaseName, log: () => undefined });
  try {
    const database = await connectDatabase(local.mongodbUri);
    try {
      const redis = await connectRedis(local.redisUrl);
      try {
        const databases = namesDatabase(mongodbUri)
          ? [database]
          : Object.values(DATABASE_NAMES).map((name) => database.useDb(name));
        return await work({ database, databases, redis });
      } finally {
        redis.disconnect();
      }
    } finally {
      await database.close();
    }
  } finally {
    await local.stop();
  }
}

/** Connects to a document database. It builds no collections and no indexes. @throws StartError */
export async function connectDatabase(uri: string): Promise<Connection> {
  const options = { serverSelectionTimeoutMS: CONNECT_TIMEOUT_MS, autoCreate: false, autoIndex: false };
  return createConnection(uri, options)
    .asPromise()
    .catch((error: unknown) => {
      throw new StartError(`The document database cannot be reached: ${String(error)}`);
    });
}

/** Connects to a Redis. @throws StartError */
export async function connectRedis(url: string): Promise<Redis> {
  const redis = createRequestRedis(url);
  try {
    await once(redis, 'ready', { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) });
  } catch (error) {
    redis.disconnect();
    throw new StartError(`Redis cannot be reached: ${String(error)}`);
  }
  return redis;
}
