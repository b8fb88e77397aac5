import { spawn } from 'node:child_process';
import { once } from 'node:events';
import Redis from 'ioredis';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { DataDirInUse } from './data-dir-lock';
import {
  attachLocalServices,
  RunningAppUnreachable,
  startLocalServices,
  type LocalServicesOptions,
} from './local-services';
import { probeRedis } from './redis-probe';

let base: string;
let log: string[];

/** Redis is started; the document database is somebody else's. */
function options(): LocalServicesOptions {
  return {
    dataDir: join(base, 'data'),
    mongodbUri: 'mongodb://db.example',
    databaseName: 'playledger',
    log: (level, message) => log.push(`${level} ${message}`),
  };
}

async function redisPid(redisUrl: string): Promise<number> {
  for (;;) {
    const probe = await probeRedis(redisUrl);
    // A machine that is busy may take longer over the answer than a probe waits.
    if (typeof probe === 'object') return probe.pid;
  }
}

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'local-'));
  log = [];
});

afterEach(() => {
  rmSync(base, { recursive: true });
});

it('starts nothing where both URIs are given', async () => {
  const services = await startLocalServices({ ...options(), redisUrl: 'redis://cache.example:6379/1' });
  expect(services).toMatchObject({
    mongodbUri: 'mongodb://db.example/playledger',
    redisUrl: 'redis://cache.example:6379/1',
  });
  expect(existsSync(join(base, 'data'))).toBe(false);
  await services.stop();
});

it('gives ioredis the plain path of a Unix socket', async () => {
  const services = await startLocalServices({ ...options(), redisUrl: 'unix:///run/redis/redis.sock' });
  expect(new Redis(services.redisUrl, { lazyConnect: true }).options.path).toBe('/run/redis/redis.sock');
  const numbered = { ...options(), mongodbUri: 'mongodb://db.example', redisUrl: 'unix:///run/redis/redis.sock?db=1' };
  expect((await startLocalServices(numbered)).redisUrl).toBe('unix:///run/redis/redis.sock?db=1');
});

it('starts Redis fast, refuses a second app meanwhile, and stops it', async () => {
  const took: number[] = [];
  // One that shares its machine with other tests says nothing, the fastest of some does.
  while (took.length < 3) {
    const begin = performance.now();
    const started = await startLocalServices(options());
    took.push(performance.now() - begin);
    await started.stop();
  }
  expect(Math.min(...took)).toBeLessThan(1000);
  const services = await startLocalServices(options());
  const client = new Redis(services.redisUrl);
  expect(await client.ping()).toBe('PONG');
  client.disconnect();
  await expect(startLocalServices(options())).rejects.toThrow(DataDirInUse);
  await services.stop();
  expect(await probeRedis(services.redisUrl)).toBe('none');
  const again = await startLocalServices(options());
  await again.stop();
});

it('lets one of two starts at once win, and the other does no harm', async () => {
  const starts = await Promise.allSettled([startLocalServices(options()), startLocalServices(options())]);
  const winners = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const losers = starts.flatMap((start) => (start.status === 'rejected' ? [start.reason as unknown] : []));
  expect(losers).toEqual([expect.any(DataDirInUse)]);
  await redisPid(winners[0]?.redisUrl ?? '');
  await winners[0]?.stop();
});

it('brings a killed Redis server back with its data, for the clients it had', async () => {
  const services = await startLocalServices(options());
  const client = new Redis(services.redisUrl, { maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  await client.set('play', '1');
  // The append-only file reaches the disk once a second, but what the system was given survives the process.
  process.kill(await redisPid(services.redisUrl), 'SIGKILL');
  await once(client, 'close');
  expect(await client.get('play')).toBe('1');
  client.disconnect();
  // The client may be back before it is told.
  while (log.length < 2) await setImmediate();
  await services.stop();
  expect(log).toEqual([
    'error The Redis server ended unexpectedly: signal SIGKILL',
    'info The Redis server runs again.',
  ]);
});

it('takes over the Redis server of a killed app', async () => {
  const script = `
    const { startLocalServices } = require(${JSON.stringify(join(__dirname, 'local-services'))});
    startLocalServices({ ...${JSON.stringify(options())}, log: () => undefined }).then(
      (services) => process.stdout.write(services.redisUrl),
    );
    process.stdin.resume();
  `;
  const app = spawn(process.execPath, ['--require', '@swc-node/register', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [redisUrl] = (await once(app.stdout, 'data')) as [Buffer];
  const pid = await redisPid(redisUrl.toString());
  app.kill('SIGKILL');
  await once(app, 'exit');
  const services = await startLocalServices(options());
  expect(services.redisUrl).toBe(redisUrl.toString());
  expect(await redisPid(services.redisUrl)).toBe(pid);
  await services.stop();
  expect(await probeRedis(services.redisUrl)).toBe('none');
}, 20_000);

it('gives up the data folder when a service cannot start', async () => {
  const path = process.env['PATH'];
  process.env['PATH'] = base;
  await expect(startLocalServices(options())).rejects.toThrow('apt-get install redis-server');
  process.env['PATH'] = path;
  const services = await startLocalServices(options());
  await services.stop();
});

describe('attachLocalServices', () => {
  it('uses the services of a running app and leaves them running', async () => {
    const services = await startLocalServices(options());
    const attached = await attachLocalServices(options());
    expect(attached).toMatchObject({ mongodbUri: services.mongodbUri, redisUrl: services.redisUrl });
    await attached.stop();
    await redisPid(services.redisUrl);
    await services.stop();
  });

  it('starts them where no app runs', async () => {
    const attached = await attachLocalServices(options());
    await redisPid(attached.redisUrl);
    await attached.stop();
    expect(await probeRedis(attached.redisUrl)).toBe('none');
  });

  it('says so when the running app has no such service', async () => {
    const services = await startLocalServices(options());
    const { mongodbUri, ...withoutUri } = options();
    expect(mongodbUri).toBeDefined();
    await expect(attachLocalServices(withoutUri)).rejects.toThrow(RunningAppUnreachable);
    await services.stop();
  }, 20_000);
});
