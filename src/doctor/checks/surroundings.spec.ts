import fs, { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Redis from 'ioredis';
import { loadSettings } from '../../config/load-settings';
import { runRedis } from '../../local-services/redis-server';
import type { ServiceRun } from '../../local-services/supervisor';
import type { Check } from '../check';
import { RunningServices } from '../running-services';
import { ClosedEndpointsCheck } from './closed-endpoints.check';
import { DataDirCheck } from './data-dir.check';
import { DatabaseCheck } from './database.check';
import { NodeCheck, nodeFinding } from './node.check';
import { PlatformCheck } from './platform.check';
import { RedisCheck } from './redis.check';
import { SettingsCheck } from './settings.check';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doctor-'));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

async function linesOf(check: Check): Promise<string[]> {
  return (await check.run()).map(({ verdict, text }) => `${verdict} ${text}`);
}
const one = (line: RegExp): unknown[] => [expect.stringMatching(line)];
const servicesAt = (env: NodeJS.ProcessEnv): RunningServices =>
  new RunningServices(loadSettings({ DATA_DIR: folder, ...env }));

describe('NodeCheck', () => {
  it('tells an old Node.js', async () => {
    expect(await linesOf(new NodeCheck())).toEqual(one(/^ok \d+\./));
    expect(nodeFinding('18.20.0')).toEqual({
      verdict: 'problem',
      text: expect.stringMatching(/^18\.20\.0 is not >=20/) as string,
    });
  });
});

describe('SettingsCheck', () => {
  it('tells a name in .env that is no setting', async () => {
    const former = process.cwd();
    process.chdir(folder);
    try {
      expect(await linesOf(new SettingsCheck())).toEqual(one(/^ok there is no \.env/));
      writeFileSync('.env', 'PORT=8000\nPLATFORM_CLIENT_SECRETT=x\n');
      expect(await linesOf(new SettingsCheck())).toEqual(
        one(/^warning PLATFORM_CLIENT_SECRETT in \.env is no setting/),
      );
      writeFileSync('.env', 'PORT=8000\n');
      expect(await linesOf(new SettingsCheck())).toEqual(one(/^ok \.env/));
    } finally {
      process.chdir(former);
    }
  });
});

describe('DataDirCheck', () => {
  const check = (dataDir = folder): Promise<string[]> => linesOf(new DataDirCheck(loadSettings({ DATA_DIR: dataDir })));
  /** A disk with so much room, which no test can make. */
  const free = (megabytes: number): void => {
    jest.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: megabytes, bsize: 1024 ** 2 } as fs.StatsFs);
  };

  it('is content with a folder of its own, also with one that is still to be made', async () => {
    free(5000);
    for (const dataDir of [folder, join(folder, 'a/b')]) expect(await check(dataDir)).toEqual(one(/^ok /));
  });

  it('tells a place that cannot be written to', async () => {
    free(5000);
    writeFileSync(join(folder, 'file'), '');
    expect(await check(join(folder, 'file/data'))).toEqual(one(/^problem .*\/file\/data cannot be written to/));
  });

  it('tells what others can open', async () => {
    free(5000);
    writeFileSync(join(folder, 'secrets.json'), '{}', { mode: 0o644 });
    chmodSync(folder, 0o755);
    expect(await check()).toEqual([
      expect.stringMatching(/^problem .*secrets\.json can be opened by other users .* chmod go= /),
      expect.stringMatching(/^warning .* can be opened by other users/),
    ]);
  });

  it('tells when the disk is filling up', async () => {
    free(500);
    expect(await check()).toEqual(one(/^warning only 500 MB are free/));
    free(50);
    expect(await check()).toEqual(one(/^problem only 50 MB are free/));
  });
});

describe('DatabaseCheck', () => {
  it('starts no embedded engine', async () => {
    expect(await linesOf(new DatabaseCheck(servicesAt({})))).toEqual(one(/^ok the embedded engine/));
  });

  it('tells a server that is not there', async () => {
    const uri = 'mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=100';
    await expect(linesOf(new DatabaseCheck(servicesAt({ MONGODB_URI: uri })))).rejects.toThrow(
      /^The document database cannot be reached: /,
    );
  }, 20_000);
});

describe('on a Redis', () => {
  let server: ServiceRun;
  let redis: Redis;
  let env: NodeJS.ProcessEnv;

  beforeEach(async () => {
    env = { REDIS_URL: join(folder, 'redis.sock') };
    server = await runRedis(join(folder, 'redis'), env['REDIS_URL'] ?? '', () => undefined);
    redis = new Redis(env['REDIS_URL'] ?? '');
  });
  afterEach(async () => {
    redis.disconnect();
    await server.stop();
  });

  it('RedisCheck tells what keeps a server from holding jobs', async () => {
    const check = (): Promise<string[]> => linesOf(new RedisCheck(servicesAt(env)));
    expect(await check()).toEqual(one(/^ok it answers/));
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
    await redis.config('SET', 'appendonly', 'no');
    expect(await check()).toEqual([
      expect.stringMatching(/^problem it drops keys when its memory is full \(allkeys-lru\)/),
      expect.stringMatching(/^warning it keeps nothing on disk/),
    ]);
  });

  it('ClosedEndpointsCheck tells what the platform has closed', async () => {
    const check = (): Promise<string[]> =>
      linesOf(new ClosedEndpointsCheck(loadSettings({ DATA_DIR: folder }), servicesAt(env)));
    expect(await check()).toEqual(one(/^ok none/));
    const state = { available: false, reason: 'Forbidden', since: new Date() };
    await redis.set('platform:playledger-sandbox:endpoint:audio_features', JSON.stringify(state));
    expect(await check()).toEqual(one(/^warning the platform has closed audio_features to your app \(Forbidden\)/));
  });
});

describe('RedisCheck', () => {
  it('tells a server that is not there, and a machine without one', async () => {
    const there = new RedisCheck(servicesAt({ REDIS_URL: 'redis://127.0.0.1:1/0' }));
    await expect(linesOf(there)).rejects.toThrow(/^Redis cannot be reached: /);
    jest.replaceProperty(process, 'env', { PATH: folder });
    await expect(linesOf(new RedisCheck(servicesAt({})))).rejects.toThrow('apt-get install redis-server');
  });
});

describe('PlatformCheck', () => {
  let server: Server;
  let ahead = 0;

  beforeAll(async () => {
    server = createServer((_request, response) => {
      response.setHeader('date', new Date(Date.now() + ahead).toUTCString());
      response.writeHead(401).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.close();
  });

  const check = (url?: string): Promise<string[]> => {
    const at = url ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const app = { PLATFORM_CLIENT_ID: 'id', PLATFORM_CLIENT_SECRET: 'secret' };
    return linesOf(new PlatformCheck(loadSettings({ ...app, PLATFORM_API_URL: at, PLATFORM_ACCOUNTS_URL: at })));
  };

  it('tells a platform that is out of reach', async () => {
    const line = expect.stringMatching(/^problem http:\/\/127\.0\.0\.1:2 cannot be reached: .*ECONNREFUSED/) as string;
    expect(await check('http://127.0.0.1:2')).toEqual([line, line]);
  });

  it('tells a clock that is wrong', async () => {
    expect(await check()).toEqual([expect.stringMatching(/^ok /), expect.stringMatching(/^ok /)]);
    ahead = 3_600_000;
    expect(await check()).toContainEqual(expect.stringMatching(/^warning .* clock is 3\d{3} s behind/));
    ahead = -3_600_000;
    expect(await check()).toContainEqual(expect.stringMatching(/^warning .* clock is 3\d{3} s ahead of/));
  });
});
