import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Redis from 'ioredis';
import { MongoClient } from 'mongodb';
import { startThread } from '../../src/common/threads';
import { runEngine } from '../../src/local-services/embedded-engine';
import {
  startLocalServices,
  type LocalServices,
  type LocalServicesOptions,
} from '../../src/local-services/local-services';
import { identifyProcess, isAlive } from '../../src/local-services/process-identity';
import { probeRedis } from '../../src/local-services/redis-probe';
import { acceptsConnections } from '../../src/local-services/unix-socket';

const ROOT = join(__dirname, '../..');

/** An app that starts local services, prints `ready` or the error's name, and stops them when its input ends. */
const APP = `
  const { startLocalServices } = require('./src/local-services/local-services');
  async function main() {
    const services = await startLocalServices({ ...JSON.parse(process.argv[1]), log: () => undefined });
    console.log('ready');
    process.stdin.resume().once('end', () => services.stop().then(() => console.log('stopped')));
  }
  main().catch((error) => {
    console.log(error.name);
    process.exit(1);
  });
`;

type Addresses = Omit<LocalServices, 'stop'>;

interface App {
  process: ChildProcess;
  /** Resolves with exit code and signal. */
  exited: Promise<unknown[]>;
  nextLine(): Promise<string>;
}

let base: string;
const quiet = () => undefined;

function runApp(options: Omit<LocalServicesOptions, 'log'>): App {
  const child = spawn(process.execPath, ['--require', '@swc-node/register', '-e', APP, JSON.stringify(options)], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return { process: child, exited: once(child, 'exit'), nextLine: async () => String((await lines.next()).value) };
}

function options(dataDir = join(base, 'my data')): Omit<LocalServicesOptions, 'log'> {
  return { dataDir, databaseName: 'playledger' };
}

async function store(services: Addresses, play: number): Promise<void> {
  await withClients(services, async (mongo, redis) => {
    await mongo.db().collection('plays').insertOne({ play });
    await redis.set(`play-${play}`, '1');
  });
}

/** The plays that the document engine and Redis hold. */
function stored(services: Addresses): Promise<{ documents: unknown[]; keys: string[] }> {
  return withClients(services, async (mongo, redis) => ({
    documents: (await mongo.db().collection('plays').find().sort({ play: 1 }).toArray()).map(
      (row) => row['play'] as unknown,
    ),
    keys: (await redis.keys('play-*')).sort(),
  }));
}

async function withClients<T>(services: Addresses, use: (mongo: MongoClient, redis: Redis) => Promise<T>): Promise<T> {
  const mongo = new MongoClient(services.mongodbUri, { serverSelectionTimeoutMS: 5000 });
  const redis = new Redis(services.redisUrl);
  try {
    return await use(mongo, redis);
  } finally {
    redis.disconnect();
    await mongo.close();
  }
}

async function redisPid(services: Addresses): Promise<number> {
  const probe = await probeRedis(services.redisUrl);
  if (typeof probe !== 'object') throw new Error(`no server, but ${probe}`);
  return probe.pid;
}

/** Where the services of an app on this data folder listen, while that app runs. */
function servicesOf(dataDir: string): Addresses {
  const run = join(dataDir, 'run');
  return {
    mongodbUri: `mongodb://${encodeURIComponent(join(run, 'documents.sock'))}/playledger`,
    redisUrl: join(run, 'redis.sock'),
  };
}

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'local-'));
});

afterEach(() => {
  rmSync(base, { recursive: true });
});

jest.setTimeout(60_000);

it('finds everything again after its app was killed', async () => {
  const dataDir = join(base, 'my data');
  for (let round = 1; round <= 3; round += 1) {
    const app = runApp(options());
    expect(await app.nextLine()).toBe('ready');
    await store(servicesOf(dataDir), round);
    app.process.kill('SIGKILL');
    await app.exited;
  }
  const services = await startLocalServices({ ...options(), log: quiet });
  expect(await stored(services)).toEqual({ documents: [1, 2, 3], keys: ['play-1', 'play-2', 'play-3'] });
  await services.stop();
});

it('keeps everything over an orderly stop, after which the process ends by itself', async () => {
  const dataDir = join(base, 'my data');
  const app = runApp(options());
  expect(await app.nextLine()).toBe('ready');
  const addresses = servicesOf(dataDir);
  await store(addresses, 1);
  app.process.stdin?.end();
  expect(await app.nextLine()).toBe('stopped');
  expect(await app.exited).toEqual([0, null]);
  expect(await probeRedis(addresses.redisUrl)).toBe('none');
  expect(await acceptsConnections(join(dataDir, 'run', 'documents.sock'))).toBe(false);
  const services = await startLocalServices({ ...options(), log: quiet });
  expect(await stored(services)).toEqual({ documents: [1], keys: ['play-1'] });
  await services.stop();
});

it('lets one of several apps in that start at once', async () => {
  const apps = [runApp(options()), runApp(options()), runApp(options())];
  const lines = await Promise.all(apps.map((app) => app.nextLine()));
  expect([...lines].sort()).toEqual(['DataDirInUse', 'DataDirInUse', 'ready']);
  for (const app of apps) app.process.stdin?.end();
  await Promise.all(apps.map((app) => app.exited));
  expect(readdirSync(join(base, 'my data')).filter((name) => name.startsWith('app.lock'))).toEqual(['app.lock.1']);
});

it('works where the path of the data folder is too long for a socket', async () => {
  const services = await startLocalServices({ ...options(join(base, 'long path '.repeat(12))), log: quiet });
  await store(services, 1);
  expect(await stored(services)).toEqual({ documents: [1], keys: ['play-1'] });
  await services.stop();
  rmSync(join(services.redisUrl, '..'), { recursive: true });
});

it('replaces a Redis server of a killed app that hangs', async () => {
  const app = runApp(options());
  expect(await app.nextLine()).toBe('ready');
  const former = identifyProcess(await redisPid(servicesOf(join(base, 'my data'))));
  app.process.kill('SIGKILL');
  await app.exited;
  process.kill(former.pid, 'SIGSTOP');
  const services = await startLocalServices({ ...options(), log: quiet });
  expect(await redisPid(services)).not.toBe(former.pid);
  expect(isAlive(former)).toBe(false);
  await services.stop();
});

it('runs the document engine again in the same process after its thread died', async () => {
  const entry = require.resolve('../../src/local-services/embedded-mongo/engine.thread');
  const folder = join(base, 'documents');
  const socketPath = join(base, 'documents.sock');
  const mongodbUri = `mongodb://${encodeURIComponent(socketPath)}/playledger`;
  const first = startThread(entry, { dataDir: folder, socketPath });
  expect(await once(first, 'message')).toEqual([{ type: 'ready' }]);
  const client = new MongoClient(mongodbUri, { serverSelectionTimeoutMS: 5000 });
  try {
    const plays = client.db().collection('plays');
    await plays.insertOne({ play: 1 });
    await first.terminate();
    const engine = await runEngine(entry, folder, socketPath);
    expect(await plays.countDocuments()).toBe(1);
    await engine.stop();
  } finally {
    await client.close();
  }
});
