import Redis from 'ioredis';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identifyProcess } from './process-identity';
import { probeRedis } from './redis-probe';
import { RedisNotInstalled } from './redis-process';
import { RedisStartFailed, runRedis } from './redis-server';

let base: string;
let folder: string;
let socketPath: string;
let log: string[];

const run = () => runRedis(folder, socketPath, (level, message) => log.push(`${level} ${message}`));

async function redisPid(): Promise<number> {
  for (;;) {
    const probe = await probeRedis(socketPath);
    // A machine that is busy may take longer over the answer than a probe waits.
    if (typeof probe === 'object') return probe.pid;
  }
}

async function command<T>(use: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(socketPath);
  try {
    return await use(client);
  } finally {
    client.disconnect();
  }
}

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'redis server-'));
  folder = join(base, 'redis');
  socketPath = join(base, 'redis.sock');
  log = [];
});

afterEach(() => {
  rmSync(base, { recursive: true });
});

it('starts a server that keeps its data from one run to the next, and ends with it', async () => {
  const first = await run();
  expect(await command((client) => client.set('play', '1'))).toBe('OK');
  expect(await command((client) => client.config('GET', 'maxmemory-policy'))).toEqual([
    'maxmemory-policy',
    'noeviction',
  ]);
  await first.stop();
  expect(await probeRedis(socketPath)).toBe('none');
  expect(await first.ended).toBe('exit code 0');
  const second = await run();
  expect(await command((client) => client.get('play'))).toBe('1');
  await second.stop();
  await second.stop();
  expect(log).toEqual([]);
});

it('tells when its server was killed', async () => {
  const server = await run();
  process.kill(await redisPid(), 'SIGKILL');
  expect(await server.ended).toBe('signal SIGKILL');
});

it('takes over a server that still runs, instead of starting a second on its files', async () => {
  const former = await run();
  const pid = await redisPid();
  const server = await run();
  expect(await redisPid()).toBe(pid);
  expect(log).toEqual([`info The Redis server of an earlier run (process ${pid}) is taken over.`]);
  process.kill(pid, 'SIGKILL');
  expect(await server.ended).toBe('its process is gone');
  await former.ended;
});

it('ends a server that runs but has lost its socket', async () => {
  const former = await run();
  const pid = await redisPid();
  await command((client) => client.set('play', '1'));
  rmSync(socketPath);
  const server = await run();
  expect(await former.ended).toBe('exit code 0');
  expect(await redisPid()).not.toBe(pid);
  expect(await command((client) => client.get('play'))).toBe('1');
  await server.stop();
});

it('never ends a process of which only the pid is noted', async () => {
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'server.json'),
    JSON.stringify({ pid: identifyProcess(process.pid).pid, startedAt: null }),
  );
  const server = await run();
  await server.stop();
});

it('gives the reason of a server that cannot start', async () => {
  mkdirSync(join(folder, 'appendonlydir'), { recursive: true });
  writeFileSync(join(folder, 'appendonlydir', 'appendonly.aof.manifest'), 'nonsense\n');
  const failure = run();
  await expect(failure).rejects.toThrow(RedisStartFailed);
  await expect(failure).rejects.toThrow(/^The Redis server cannot start on .*\/redis: .*manifest/i);
});

it('names the package to install when there is no server on PATH', async () => {
  const path = process.env['PATH'];
  process.env['PATH'] = base;
  try {
    const failure = run();
    await expect(failure).rejects.toThrow(RedisNotInstalled);
    await expect(failure).rejects.toThrow('apt-get install redis-server');
  } finally {
    process.env['PATH'] = path;
  }
});
