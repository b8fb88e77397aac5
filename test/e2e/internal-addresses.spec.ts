import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SessionService } from '../../src/auth/session.service';
import { ApiDocument, type Operation } from '../support/api-document/document';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { extendedRecord } from '../support/small-uploads';
import { type LinkedListener, link } from '../support/sync-jobs';
import { TcpProxy } from '../support/tcp-proxy';
import { createTestApp, type TestApp } from '../support/test-app';

/** After these there is nobody any more whose requests could reach the part that is down. */
const LEAVING = ['DELETE /api/v1/users/me', 'POST /api/v1/auth/logout', 'DELETE /api/v1/history'];
const STACK = /\bat .+:\d+:\d+/;

/** Whatever part is down, users read what that means for them, and nothing of how the service is put together. */
describe('what users read while a part is down', () => {
  let platform: SandboxPlatform;
  let lines: Record<'platform' | 'database' | 'redis', TcpProxy>;
  let api: TestApp;
  let mira: LinkedListener;
  let operations: Operation[];
  let imports: string;

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    lines = {
      platform: await TcpProxy.to({ host: '127.0.0.1', port: Number(new URL(platform.url).port) }),
      database: await TcpProxy.toDatabase(),
      redis: await TcpProxy.toRedis(),
    };
    api = await createTestApp({
      env: {
        SANDBOX_PORT: String(lines.platform.port),
        MONGODB_URI: `mongodb://127.0.0.1:${lines.database.port}/test_internal_${Date.now().toString(36)}`,
        REDIS_URL: `redis://127.0.0.1:${lines.redis.port}/${process.env.JEST_WORKER_ID ?? '1'}`,
        UPDATE_REPOSITORY: 'playledger/playledger',
        UPDATE_API_URL: 'http://127.0.0.1:1/releases',
        AUTO_LOGIN: 'false',
      },
    });
    mira = await link(platform, api, 'mira');
    operations = (await ApiDocument.of(api)).operations.filter(({ name }) => !LEAVING.includes(name));
    imports = join(api.settings.dataDir, 'imports');
  }, 60_000);
  afterAll(async () => {
    await api.close();
    for (const line of Object.values(lines)) await line.close();
    await platform.close();
  });

  /** Every piece of text that would give the machine or its network away. */
  const internals = (): string[] => [
    '127.0.0.1',
    'localhost',
    'mongodb:',
    'redis:',
    'ECONN',
    'node_modules',
    process.cwd(),
    api.settings.dataDir,
    ...[process.env.TEST_REDIS_URL, process.env.TEST_MONGODB_URI].flatMap((text) => text ?? []),
    ...Object.values(lines).map(({ port }) => `:${port}`),
  ];
  const expectClean = (where: string, text: string): void => {
    const found = internals().filter((internal) => text.includes(internal));
    expect({ where, found, text: found.length > 0 || STACK.test(text) ? text : '' }).toEqual({
      where,
      found: [],
      text: '',
    });
  };

  const upload = (): FormData => {
    const form = new FormData();
    form.append('file', new Blob([JSON.stringify([extendedRecord()])]), 'a.json');
    return form;
  };
  /** Sends a request to every operation. @returns the statuses of the answers that are errors */
  async function callAll(): Promise<number[]> {
    const token = api.app.get(SessionService).issue({ id: mira.userId, platformId: 'mira' });
    const answers = await Promise.all(
      operations.map(async ({ name, method, path }) => {
        const response = await fetch(`${api.url}${path.replace(/\{\w+\}/g, '0'.repeat(24))}`, {
          method,
          redirect: 'manual',
          headers: { authorization: `Bearer ${token}` },
          body: path.endsWith('/import') ? upload() : undefined,
        });
        return { name, status: response.status, text: await response.text() };
      }),
    );
    const errors = answers.filter(({ status }) => status >= 400);
    for (const { name, status, text } of errors) expectClean(`${name} ${status}`, text);
    return errors.map(({ status }) => status);
  }

  /** The jobs and the logged calls as users see them, of all users. */
  async function expectCleanRecords(): Promise<void> {
    while ((await api.call('/api/health/ready')).status !== 200) await sleep(50);
    for (let jobs = await mira.jobs(); ; jobs = await mira.jobs())
      if (jobs.every(({ status }) => status === 'completed' || status === 'failed')) {
        expectClean('jobs', JSON.stringify(jobs));
        break;
      } else await sleep(50);
    const logs = await api.db.collection('api_logs').find().toArray();
    for (const { error, endpoint } of logs) expectClean(`log of ${String(endpoint)}`, String(error));
    expectClean('api logs', JSON.stringify(await mira.get('/api/v1/api-logs?limit=200')));
  }

  const expireToken = (): Promise<unknown> =>
    api.db.collection('platform_tokens').updateMany({}, { $set: { expires_at: new Date(0) } });
  const sync = (): Promise<unknown> => api.call('/api/v1/sync-jobs/trigger', { method: 'POST', headers: mira.headers });

  it.each<[string, number, () => unknown, () => unknown]>([
    [
      'the platform',
      502,
      () => {
        lines.platform.cut();
        return sync();
      },
      () => {
        lines.platform.restore();
      },
    ],
    [
      'the accounts service',
      502,
      async () => {
        await expireToken();
        lines.platform.cut();
        await sync();
      },
      () => {
        lines.platform.restore();
      },
    ],
    [
      'the document database',
      503,
      async () => {
        await sync();
        lines.database.cut();
      },
      () => {
        lines.database.restore();
      },
    ],
    [
      'Redis',
      503,
      async () => {
        await sync();
        lines.redis.cut();
      },
      () => {
        lines.redis.restore();
      },
    ],
    [
      'the disk',
      500,
      () => {
        mkdirSync(imports, { recursive: true });
        renameSync(imports, `${imports}-aside`);
        writeFileSync(imports, '');
      },
      () => {
        rmSync(imports);
        renameSync(`${imports}-aside`, imports);
      },
    ],
  ])(
    'has no address, path or stack of ours: %s',
    async (_, status, takeDown, bringBack) => {
      await takeDown();
      try {
        expect(await callAll()).toContain(status);
      } finally {
        await bringBack();
      }
      await expectCleanRecords();
    },
    120_000,
  );

  it('has none in the log of the release check, which is down all the time', async () => {
    await api.call('/api/health/update');
    const logged = { service: 'internal' };
    while ((await api.db.collection('api_logs').countDocuments(logged)) === 0) await sleep(20);
    expect(await api.db.collection('api_logs').findOne(logged)).toMatchObject({
      status_code: 0,
      error: 'the release service could not be reached',
    });
  });
});
