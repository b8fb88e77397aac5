import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { ImportFolders } from '../../src/history/import/import-folders.service';
import { UploadSweeper } from '../../src/history/import/upload-sweeper.service';
import { REQUEST_REDIS } from '../../src/queue/redis';
import { jobUntil } from '../support/api-calls';
import { openUpload } from '../support/open-upload';
import { readMetrics, valueOf } from '../support/prometheus-text';
import { createTestApp, type Answer, type SignedIn, type TestApp } from '../support/test-app';
import { TcpProxy } from '../support/tcp-proxy';
import { HOUR_MS } from '../../src/common/durations';

/** What the decisions allow a caller to wait for the news. */
const PATIENCE_MS = 3_000;
const LONGER_THAN_A_COMMAND_MS = 2_500;
/** Longer than the rest of a start takes. */
const SLOW_ANSWER_MS = 1_500;

describe('while the document database or Redis is away', () => {
  let mongo: TcpProxy;
  let redis: TcpProxy;
  let api: TestApp;
  let user: SignedIn;

  beforeAll(async () => {
    mongo = await TcpProxy.toDatabase();
    redis = await TcpProxy.toRedis();
    api = await createTestApp({
      env: {
        MONGODB_URI: `mongodb://127.0.0.1:${mongo.port}/test_away_${Date.now().toString(36)}`,
        REDIS_URL: `redis://127.0.0.1:${redis.port}/${process.env.JEST_WORKER_ID ?? '1'}`,
      },
    });
    user = await api.signIn();
  });
  afterEach(async () => {
    mongo.restore();
    redis.restore();
    await untilReady();
  });
  afterAll(async () => {
    await api.close();
    await mongo.close();
    await redis.close();
  });

  const untilReady = async (): Promise<void> => {
    while ((await api.call('/api/health/ready')).status !== 200) await sleep(50);
  };
  /** How long an answer takes, without what the tests beside this one keep this process from running. */
  const timed = async (path: string, options = {}): Promise<Answer & { ms: number }> => {
    const start = performance.now();
    const lateness = sleep(PATIENCE_MS - 500).then(() => performance.now() - start - (PATIENCE_MS - 500));
    const answer = await api.call(path, options);
    const ms = performance.now() - start;
    return { ...answer, ms: ms < PATIENCE_MS ? ms : ms - (await lateness) };
  };
  const expectUnavailable = async (path: string, sentence: string): Promise<void> => {
    const { status, headers, body, ms } = await timed(path, { as: user });
    expect({ path, status, detail: body.detail }).toEqual({
      path,
      status: 503,
      detail: expect.stringContaining(sentence) as string,
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(ms).toBeLessThan(PATIENCE_MS);
  };

  it('waits at its start for a Redis that takes its time', async () => {
    redis.silence();
    const starting = createTestApp({ beside: api });
    await sleep(SLOW_ANSWER_MS);
    redis.restore();
    const started = await starting;
    expect(started.app.get<Redis>(REQUEST_REDIS).status).toBe('ready');
    await started.close();
  });

  it.each(['cut', 'silence'] as const)(
    'says so within 3 seconds when the database is off (%s), and recovers',
    async (how) => {
      mongo[how]();
      for (const path of ['/api/v1/sync-jobs', '/api/v1/history', '/api/v1/analytics/overview'])
        await expectUnavailable(path, 'The document database does not answer');
      expect((await api.call('/api/health')).status).toBe(200);
      const ready = await timed('/api/health/ready');
      expect(ready.ms).toBeLessThan(PATIENCE_MS);
      expect(ready.status).toBe(503);
      expect(ready.body).toMatchObject({ status: 'not_ready', reason: 'database' });
      expect(Number(ready.headers.get('retry-after'))).toBeGreaterThan(0);
      mongo.restore();
      await untilReady();
      expect((await api.call('/api/v1/sync-jobs', { as: user })).status).toBe(200);
    },
  );

  it.each(['cut', 'silence'] as const)(
    'refuses sessions within 3 seconds when Redis is off (%s), and recovers',
    async (how) => {
      redis[how]();
      await expectUnavailable('/api/v1/sync-jobs', 'session cannot be checked');
      const open = await timed('/api/health');
      expect(open.status).toBe(200);
      expect(open.ms).toBeLessThan(PATIENCE_MS);
      expect((await api.call('/api/health/ready')).body).toMatchObject({ status: 'not_ready', reason: 'cache' });
      redis.restore();
      await untilReady();
      expect((await api.call('/api/v1/sync-jobs', { as: user })).status).toBe(200);
    },
  );

  it('keeps the connection to Redis that it has made after one that broke under a command', async () => {
    const client = api.app.get<Redis>(REQUEST_REDIS);
    redis.silence();
    const refused = expect(client.ping()).rejects.toThrow();
    redis.cut();
    await refused;
    redis.restore();
    await untilReady();
    const broken = once(client, 'close', { signal: AbortSignal.timeout(LONGER_THAN_A_COMMAND_MS) });
    await expect(broken).rejects.toThrow('aborted');
  });

  describe('that go away in the middle of an upload', () => {
    const folders = (): Promise<string[]> => api.app.get(ImportFolders).list();

    /** Sends half of a file, and the rest after `goAway`. */
    async function uploadAcross(goAway: () => void): Promise<{ status: number; body: Record<string, unknown> }> {
      const { upload, body, answered } = openUpload(api.url, user.headers, 100);
      const half = body.length / 2;
      const before = await folders();
      upload.write(body.subarray(0, half));
      while ((await folders()).length === before.length) await sleep(10);
      goAway();
      upload.end(body.subarray(half));
      return answered;
    }

    it('takes it without Redis, and imports it when Redis is back', async () => {
      const { status, body } = await uploadAcross(() => {
        redis.cut();
      });
      expect([status, body.status]).toEqual([200, 'pending']);
      redis.restore();
      await untilReady();
      expect(await jobUntil(api.url, user.headers, String(body.job_id))).toMatchObject({
        status: 'completed',
        items_processed: 100,
      });
    });

    it('refuses it without the database, and deletes what was sent of it within the hour', async () => {
      const before = await folders();
      const { status, body } = await uploadAcross(() => {
        mongo.cut();
      });
      expect([status, body.detail]).toEqual([503, expect.stringContaining('The document database does not answer')]);
      mongo.restore();
      await untilReady();
      await api.app.get(UploadSweeper).sweep(new Date(Date.now() + HOUR_MS + 60_000));
      expect(await folders()).toEqual(before);
    });
  });

  it('says once that requests are not counted, and once that they are again', async () => {
    const said = { warn: jest.spyOn(Logger.prototype, 'warn'), log: jest.spyOn(Logger.prototype, 'log') };
    const sentences = (level: 'warn' | 'log'): string[] =>
      said[level].mock.calls.map((call) => String(call[0])).filter((sentence) => /requests are/i.test(sentence));
    redis.cut();
    for (let request = 0; request < 5; request++) await api.call('/api/v1/sync-jobs');
    expect(sentences('warn')).toEqual([
      expect.stringMatching(/^Requests are not counted for the rate limit until Redis works again: /),
    ]);
    redis.restore();
    await untilReady();
    expect(sentences('log')).toEqual(['Requests are counted for the rate limit again.']);
    jest.restoreAllMocks();
  });

  it.each(['cut', 'silence'] as const)('tells the metrics within 3 seconds when both are off (%s)', async (how) => {
    mongo[how]();
    redis[how]();
    const start = performance.now();
    const samples = readMetrics(await (await fetch(`${api.url}/metrics`)).text());
    expect(performance.now() - start).toBeLessThan(PATIENCE_MS);
    for (const dependency of ['database', 'cache'])
      expect(valueOf(samples, 'playledger_dependency_up', { dependency })).toBe(0);
    const names = new Set(samples.map(({ name }) => name));
    expect(names).toContain('playledger_process_resident_memory_bytes');
    for (const unknown of ['playledger_dependency_ping_seconds', 'playledger_queue_jobs'])
      expect(names).not.toContain(unknown);
  });

  it('serves before it has ever seen its database, and finds it later', async () => {
    const late = await TcpProxy.toDatabase();
    late.cut();
    const app = await createTestApp({
      env: { MONGODB_URI: `mongodb://127.0.0.1:${late.port}/test_late_${Date.now().toString(36)}` },
      awaitDatabase: false,
    });
    expect((await app.call('/api/health')).status).toBe(200);
    expect((await app.call('/api/health/ready')).body).toMatchObject({ reason: 'database' });
    expect((await app.call('/api/v1/artists/unknown')).status).toBe(503);
    late.restore();
    while ((await app.call('/api/health/ready')).status !== 200) await sleep(50);
    expect((await app.call('/api/v1/artists/unknown')).status).toBe(404);
    await app.close();
    await late.close();
  });
});
