import { join } from 'node:path';
import { StartError } from '../common/start-error';
import { ENGINE_SOCKET, prepareDataDir, prepareSocketDir, REDIS_SOCKET } from './data-dir';
import { acquireLock, findOwner, type Owner } from './data-dir-lock';
import { runEngine } from './embedded-engine';
import { socketMongodbUri, withDatabaseName } from './mongodb-uri';
import { runRedis } from './redis-server';
import { supervise, type Log } from './supervisor';
import { waitForConnections } from './unix-socket';

/** How long a running app's services may take to answer a tool that attaches to them. */
const ATTACH_TIMEOUT_MS = 3_000;

export interface LocalServicesOptions {
  dataDir: string;
  /** A document database to use instead of the embedded engine. */
  mongodbUri?: string | undefined;
  /** A Redis server to use instead of a local one. */
  redisUrl?: string | undefined;
  /** The database to use where `mongodbUri` names none. */
  databaseName: string;
  log: Log;
}

export interface LocalServices {
  /** With the database's name; the official driver takes it as it is, also for a Unix socket. */
  mongodbUri: string;
  /**
   * For `new Redis(redisUrl)`: a `redis://` or `rediss://` URL, or the bare path of a Unix socket (`/path/redis.sock`),
   * the one way to name a socket that ioredis knows. A `unix:///path?db=1` that was given stays as it is.
   */
  redisUrl: string;
  /** Ends what was started here and gives up the data folder. */
  stop(): Promise<void>;
}

/** A tool cannot reach the services of the app that runs on its data folder. */
export class RunningAppUnreachable extends StartError {
  override readonly name = 'RunningAppUnreachable';
}

interface Service {
  stop(): Promise<void>;
}

/**
 * Starts the document engine and the Redis server that no URI is given for, and keeps them running until `stop`.
 * With both URIs given it starts nothing and leaves the data folder alone.
 * @throws StartError: DataDirInUse, DataDirUnusable, RedisNotInstalled, RedisStartFailed, EngineStartFailed
 */
export async function startLocalServices(options: LocalServicesOptions): Promise<LocalServices> {
  if (!needsLocal(options)) return { ...addresses(options, ''), stop: () => Promise.resolve() };
  const dataDir = prepareDataDir(options.dataDir);
  const socketDir = prepareSocketDir(dataDir);
  const lock = await acquireLock(dataDir, socketDir);
  const starts = await Promise.allSettled(startMissing(options, dataDir, socketDir));
  const services = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  async function stop(): Promise<void> {
    await Promise.all(services.map((service) => service.stop()));
    lock.release();
  }
  const failure = starts.find((start) => start.status === 'rejected');
  if (failure !== undefined) {
    await stop();
    throw failure.reason;
  }
  return { ...addresses(options, socketDir), stop };
}

/**
 * For command-line tools: uses the services of the app that runs on the data folder, and starts them only when none
 * does. `stop` leaves those of a running app alone.
 * @throws StartError: RunningAppUnreachable, and those of `startLocalServices`
 */
export async function attachLocalServices(options: LocalServicesOptions): Promise<LocalServices> {
  if (!needsLocal(options)) return startLocalServices(options);
  const owner = await findOwner(prepareDataDir(options.dataDir));
  if (owner === null) return startLocalServices(options);
  await Promise.all(localSockets(options, owner.socketDir).map((socket) => reach(socket, owner)));
  return { ...addresses(options, owner.socketDir), stop: () => Promise.resolve() };
}

function needsLocal(options: LocalServicesOptions): boolean {
  return options.mongodbUri === undefined || options.redisUrl === undefined;
}

function startMissing(options: LocalServicesOptions, dataDir: string, socketDir: string): Promise<Service>[] {
  const { mongodbUri, redisUrl, log } = options;
  const engine = () =>
    runEngine(
      require.resolve('./embedded-mongo/engine.thread'),
      join(dataDir, 'documents'),
      join(socketDir, ENGINE_SOCKET),
    );
  const redis = () => runRedis(join(dataDir, 'redis'), join(socketDir, REDIS_SOCKET), log);
  return [
    ...(mongodbUri === undefined ? [supervise('The embedded document engine', engine, log)] : []),
    ...(redisUrl === undefined ? [supervise('The Redis server', redis, log)] : []),
  ];
}

function localSockets(options: LocalServicesOptions, socketDir: string): string[] {
  return [
    ...(options.mongodbUri === undefined ? [join(socketDir, ENGINE_SOCKET)] : []),
    ...(options.redisUrl === undefined ? [join(socketDir, REDIS_SOCKET)] : []),
  ];
}

function addresses(options: LocalServicesOptions, socketDir: string): Omit<LocalServices, 'stop'> {
  const { mongodbUri, redisUrl, databaseName } = options;
  return {
    mongodbUri:
      mongodbUri === undefined
        ? socketMongodbUri(join(socketDir, ENGINE_SOCKET), databaseName)
        : withDatabaseName(mongodbUri, databaseName),
    // `unix:///path` is a common way to write a socket's path; ioredis knows the bare path only. With a database's number
    // (`?db=1`) it stays an address, which queue/redis.ts reads.
    redisUrl: redisUrl?.replace(/^unix:\/\/([^?]*)$/, '$1') ?? join(socketDir, REDIS_SOCKET),
  };
}

/** Whether an address is that of the engine that the service runs itself. */
export function isOwnEngine(mongodbUri = ''): boolean {
  return mongodbUri.includes(encodeURIComponent(`/${ENGINE_SOCKET}`));
}

async function reach(socket: string, owner: Owner): Promise<void> {
  if (await waitForConnections(socket, ATTACH_TIMEOUT_MS)) return;
  throw new RunningAppUnreachable(
    `The app that runs as process ${owner.pid} does not answer on ${socket}: give this command the app's own MONGODB_URI and REDIS_URL.`,
  );
}
